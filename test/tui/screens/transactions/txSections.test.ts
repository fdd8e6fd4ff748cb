import { describe, expect, it } from 'vitest'
import type { TxDetail } from '../../../../src/client/ChainClient.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { Amounts } from '../../../../src/tui/app/format/Amounts.ts'
import { memoryPreferences } from '../../../../src/tui/app/Preferences.ts'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'
import { txSections } from '../../../../src/tui/screens/transactions/txSections.ts'
import { addressOf } from '../../support/chainDouble.ts'

const alice = addressOf('alice')
const bob = addressOf('bob')
const plain = (text: string): string => text.replaceAll(/\u001b\[[\d;]*m/g, '').trimEnd()

const done: TxDetail = {
	hash: 'AB'.repeat(32),
	height: 1_234,
	index: 4,
	time: '2026-11-21T00:00:00Z',
	code: 0,
	codespace: '',
	log: '',
	gasWanted: 200_000n,
	gasUsed: 50_000n,
	fee: [{ denom: 'uchain', amount: '2000' }],
	memo: '',
	messageTypes: [],
	signers: [alice],
	first: {},
	json: {},
	raw: Uint8Array.from({ length: 40 }, (_, index) => index),
	data: new Uint8Array(),
	events: [],
}

type Options = Parameters<typeof txSections>[1]

function told(change: Partial<TxDetail> = {}, options: Partial<Options> = {}) {
	const text = txSections(
		{ ...done, ...change },
		{
			theme: makeTheme('dark', 'dark', 3),
			width: 100,
			raw: false,
			findings: undefined,
			amounts: new Amounts(memoryPreferences(), () => 'uchain'),
			nameOf: (address) => (address === alice ? 'alice' : address),
			...options,
		},
	)
	return {
		head: text.head.map(plain).join('\n'),
		titles: text.sections.map(({ title }) => title),
		section: (id: string) => (text.sections.find((section) => section.id === id)?.lines() ?? []).map(plain).join('\n'),
	}
}

describe('the head of a transaction', () => {
	it.each([
		[
			'that was done',
			{},
			[/^result +✓ done$/m, /^block +1,234, place 5 · 2026-11-21/m, /^gas +50,000 of 200,000 .* 25 %$/m],
		],
		[
			'that failed',
			{ code: 5, codespace: 'sdk', log: 'insufficient funds' },
			[/^result +✗ code 5 of sdk$/m, /^why +insufficient funds$/m],
		],
		[
			'that failed in the EVM',
			{ evmFault: 'out of gas' },
			[/^result +✗ failed in the EVM; fee and nonce are spent$/m, /^why +out of gas$/m],
		],
		['that used nearly all its gas', { gasUsed: 199_999n }, [/^gas +199,999 of 200,000 .* 99 %$/m]],
		['without gas', { gasWanted: 0n, gasUsed: 0n }, [/^gas +0 of 0 .* 0 %$/m]],
		['without a fee', { fee: [] }, [/^fee +none$/m]],
		[
			'with two coins as its fee',
			{
				fee: [
					{ denom: 'uchain', amount: '5' },
					{ denom: 'foo', amount: '7' },
				],
			},
			[/^fee +0\.000005 CHAIN · 5uchain, 7 foo$/m],
		],
		[
			'with a fee in the unit of the EVM',
			{ fee: [{ denom: 'achain', amount: '1000000000000000000' }] },
			[/^fee +at most 1 CHAIN$/m],
		],
		['with a memo', { memo: 'for lunch' }, [/^memo +for lunch$/m]],
		['of two signers', { signers: [alice, bob] }, [new RegExp(`^signer +alice · ${alice}\n +${bob}$`, 'm')]],
	] as const)('%s', (_name, change, wanted) => {
		const { head } = told(change as Partial<TxDetail>)
		for (const pattern of wanted) expect(head).toMatch(pattern)
		if (!('memo' in change)) expect(head).not.toMatch(/^memo/m)
	})

	it('marks each signature, and says why one does not hold', () => {
		const signatures = [
			{ signer: alice, ok: true, reason: '' },
			{ signer: bob, ok: false, reason: 'it covers another sequence' },
		]
		const { head } = told({ signers: [alice, bob] }, { findings: { signatures } as Options['findings'] })
		expect(head).toMatch(new RegExp(`^signer +✓ alice · ${alice}\n +✗ ${bob}\n +it covers another sequence$`, 'm'))
	})

	it('says why the signatures could not be checked', () => {
		const signatures = new UserError('the account is not known')
		const { head } = told({}, { findings: { signatures } as unknown as Options['findings'] })
		expect(head).toMatch(/^signer +not checked: the account is not known$/m)
	})

	it('says what is wrong with the signature of nobody', () => {
		expect(told({ signers: [] }).head).not.toMatch(/^sign/m)
		const signatures = [{ signer: '', ok: false, reason: 'there is no signer' }]
		const { head } = told({ signers: [] }, { findings: { signatures } as unknown as Options['findings'] })
		expect(head).toMatch(/^signature +✗ there is no signer$/m)
	})

	it('the head of a transaction has the hash as a link where the node shows it', () => {
		expect(told({}, { link: (hash) => `<${hash.slice(0, 4)}>` }).head).toMatch(/^hash +<ABAB>$/m)
	})

	it('takes the reason of an Ethereum transaction from its own words', () => {
		const ethereum = [{ fault: '' }, { fault: 'execution reverted: Closed()' }] as unknown as Options['ethereum']
		expect(told({ evmFault: 'execution reverted' }, { ethereum }).head).toMatch(
			/^why +execution reverted: Closed\(\)$/m,
		)
	})
})

describe('the sections of a transaction', () => {
	it('the sections of a transaction are its document and its events; where its gas went is told of an opened one', () => {
		const events = [{ type: 'transfer', attributes: [{ key: 'amount', value: '5uchain', index: true }] }]
		const { titles, section } = told({ json: { body: { memo: 'x' } }, events })
		expect(titles).toEqual(['Transaction', 'Events 1'])
		expect(section('transaction')).toContain('"memo": "x"')
		expect(section('events')).toMatch(/^transfer\n {2}amount +5uchain$/m)
		expect(told({}, { findings: {} as Options['findings'] }).titles).toContain('Where the gas went')
	})

	it('the sections of a transaction are its bytes alone where those are asked for', () => {
		const { titles, section } = told({}, { raw: true, width: 60 })
		expect(titles).toEqual(['Raw, 40 bytes'])
		expect(section('raw').split('\n')[0]).toBe('000000  00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f')
		expect(section('raw').split('\n').at(-1)).toBe('000020  20 21 22 23 24 25 26 27')
		const perLine = (width: number): number =>
			(
				told({}, { raw: true, width })
					.section('raw')
					.split('\n')[0]
					?.match(/ [\da-f]{2}(?= |$)/g) ?? []
			).length
		expect([55, 56, 103, 104, 300].map(perLine)).toEqual([8, 16, 24, 32, 32])
		expect(told({}, { raw: true, width: 10 }).section('raw').split('\n')[0]).toBe('000000  00 01 02 03 04 05 06 07')
	})

	it('the sections of a transaction are numbered where it has several Ethereum transactions', () => {
		const ethereum = [1, 2].map((nonce) => ({
			...{ hash: '0x1', from: undefined, to: undefined, contract: '', nonce, value: 0n, gas: 1n, data: '0x' },
			...{ gave: [], gasUsed: 1n, fault: '', logs: [] },
		})) as unknown as NonNullable<Exclude<Options['ethereum'], UserError>>
		const { titles, section } = told({}, { ethereum })
		expect(titles.slice(0, 2)).toEqual(['Ethereum 1 of 2', 'Ethereum 2 of 2'])
		expect(section('ethereum-1')).toContain('nonce 2')
		const single = told({}, { ethereum: ethereum.slice(0, 1) })
		expect([single.titles[0], single.section('ethereum').includes('nonce 1')]).toEqual(['Ethereum', true])
	})

	it('the sections of a transaction tell where its gas went, in each step and operation, with bars of their share', () => {
		const gas = {
			gasUsed: 4_000n,
			phases: [
				{
					name: 'checks',
					gas: 1_000n,
					operations: [{ name: 'read', store: 'bank', times: 3, bytes: 1_200, gas: 900n }],
				},
				{ name: 'messages', gas: 3_000n, operations: [{ name: 'verify', store: '', times: 1, bytes: 0, gas: 100n }] },
			],
		}
		const rows = (width: number, findings: object = { gas }): readonly string[] =>
			told({}, { width, findings: findings as Options['findings'] })
				.section('gas')
				.split('\n')
		const line = (cells: number, name: string, bytes: string, spent: string, chart = ''): string =>
			`${name.padEnd(cells)}${bytes.padStart(8)}${spent.padStart(11)}  ${chart}`.trimEnd()
		const table = (cells: number, bars: number): readonly string[] => [
			line(cells, 'step', 'bytes', 'gas'),
			line(cells, 'checks', '', '1,000', '█'.repeat(bars / 4) + '░'.repeat((bars * 3) / 4)),
			line(cells, '  read bank ×3', '1,200', '900'),
			line(cells, 'messages', '', '3,000', '█'.repeat((bars * 3) / 4) + '░'.repeat(bars / 4)),
			line(cells, '  verify', '', '100'),
			line(cells, 'gas used', '', '4,000'),
		]
		expect(rows(100)).toEqual(table(55, 24))
		expect(rows(200)).toEqual(table(60, 24))
		expect(rows(72)).toEqual(table(31, 20))
		expect(rows(40)).toEqual(table(19, 0))
		expect(rows(100, {})).toEqual(['asking the node …'])
		expect(rows(100, { gas: new UserError('It is gone.', { next: 'Ask another.' }) })).toEqual([
			'It is gone.',
			'Ask another.',
		])
	})

	it('say why an Ethereum transaction in it cannot be told', () => {
		const { titles, section } = told({}, { ethereum: new UserError('The EVM does not answer.') })
		expect(titles[0]).toBe('Ethereum')
		expect(section('ethereum')).toContain('The EVM does not answer.')
	})
})

const single = (mode: string) => ({ mode_info: { single: { mode: `SIGN_MODE_${mode}` } } })

it.each([
	[{ auth_info: { signer_infos: 'none' } }, undefined],
	[{ auth_info: { signer_infos: [{}] } }, undefined],
	[{ auth_info: { signer_infos: [{ mode_info: { single: { mode: 'SIGN_MODE_TEXTUAL' } } }] } }, 'SIGN_MODE_TEXTUAL'],
	[{ auth_info: { signer_infos: [{ mode_info: { multi: { mode_infos: [{}, {}] } } }] } }, '2 keys'],
	[null, undefined],
	[
		{ auth_info: { signer_infos: [single('DIRECT'), single('LEGACY_AMINO_JSON'), single('DIRECT')] } },
		'direct; amino JSON',
	],
	[
		{
			auth_info: {
				signer_infos: [
					{
						public_key: { public_keys: [{}, {}, {}] },
						mode_info: { multi: { mode_infos: [1, 2].map(() => single('LEGACY_AMINO_JSON').mode_info) } },
					},
				],
			},
		},
		'2 of 3 keys, amino JSON',
	],
])('how it was signed is told as far as %j says it', (json, wanted) => {
	const line = told({ json: json as TxDetail['json'] })
		.head.split('\n')
		.find((row) => row.startsWith('signed '))
	expect(line?.replace(/^signed +/, '')).toBe(wanted)
})

describe('figures of a transaction', () => {
	it('the bar of the gas of a transaction has sixteen cells, and is full from 97 % on', () => {
		const gas = (gasUsed: bigint, gasWanted: bigint): string | undefined =>
			/^gas +(.*)$/m.exec(told({ gasUsed, gasWanted }).head)?.[1]
		expect(gas(194_000n, 200_000n)).toBe(`194,000 of 200,000  ${'█'.repeat(16)} 97 %`)
		expect(gas(50_000n, 200_000n)).toBe(`50,000 of 200,000  ${'█'.repeat(4)}${'░'.repeat(12)} 25 %`)
		expect(gas(1n, 1n)).toBe(`1 of 1  ${'█'.repeat(16)} 100 %`)
	})

	it('the bytes of a transaction that fill their last row have no row after it', () => {
		const raw = new Uint8Array(64)
		expect(told({ raw }, { raw: true, width: 200 }).section('raw').split('\n')).toEqual([
			`000000  ${'00 '.repeat(32).trimEnd()}`,
			`000020  ${'00 '.repeat(32).trimEnd()}`,
		])
	})

	it('the gas of a transaction tells how often an operation ran, from the second time on, in ten cells at least', () => {
		const operation = { name: 'read', store: '', bytes: 0, gas: 5n }
		const phase = { name: 'ante', gas: 10n, operations: [1, 2].map((times) => ({ ...operation, times })) }
		const findings = { gas: { gasUsed: 10n, phases: [phase] } } as unknown as Options['findings']
		const rows = told({}, { findings, width: 20 }).section('gas').split('\n')
		expect(rows).toEqual([
			`step${' '.repeat(9)}bytes        gas`,
			`ante${' '.repeat(23)}10`,
			`  read${' '.repeat(22)}5`,
			`  read ×2${' '.repeat(19)}5`,
			`gas used${' '.repeat(19)}10`,
		])
	})
})
