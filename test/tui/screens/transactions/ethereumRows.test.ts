import { describe, expect, it } from 'vitest'
import type { EthereumTx, EvmLog } from '../../../../src/client/evm/EvmClient.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { Amounts } from '../../../../src/tui/app/format/Amounts.ts'
import { memoryPreferences } from '../../../../src/tui/app/Preferences.ts'
import { cellWidth } from '../../../../src/tui/kit/text/cells.ts'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'
import { ethereumFault, ethereumRows } from '../../../../src/tui/screens/transactions/ethereumRows.ts'

const alice = '0x1111111111111111111111111111111111111111'
const wall = '0x2222222222222222222222222222222222222222'
const theme = makeTheme('dark', 'dark', 3)
const plain = (text: string): string => text.replaceAll(/\u001b\[[\d;]*m/g, '')

/** Coins alone, sent and done. */
const coins: EthereumTx = {
	hash: `0x${'ab'.repeat(32)}`,
	from: alice,
	to: wall,
	contract: '',
	nonce: 4n,
	value: 1_500_000_000_000_000_000n,
	gas: 21_000n,
	data: '0x',
	gave: [],
	gasUsed: 21_000n,
	fault: '',
	logs: [],
}

const log: EvmLog = { address: wall, topics: [], data: '0x', height: 9, txHash: coins.hash, index: 0 }

/** Its rows as a user reads them. */
function told(change: Partial<EthereumTx>, names: Readonly<Record<string, string>> = {}, width = 100): string {
	const rows = ethereumRows(
		{ ...coins, ...change },
		{
			theme,
			width,
			amounts: new Amounts(memoryPreferences(), () => 'uchain'),
			nameOf: (address) => names[address] ?? address,
		},
	)
	for (const row of rows) expect(cellWidth(row)).toBeLessThanOrEqual(width)
	return rows.map((row) => plain(row).trimEnd()).join('\n')
}

describe('an Ethereum transaction in words', () => {
	it.each([
		['moves coins alone', {}, [/^value +1\.5 CHAIN$/m, /^calls +nothing: it carries coins only$/m]],
		['was not run, because the chain refused it', { gasUsed: undefined }, [/^gas +not run of 21,000, nonce 4$/m]],
		['has a signature that no key fits', { from: undefined }, [/^from +no key fits the signature$/m]],
		['makes a contract that failed', { to: undefined, data: '0x6001' }, [/^makes +a contract$/m, /^code +2 bytes, /m]],
		[
			'makes a contract',
			{ to: undefined, created: wall, data: '0x600160' },
			[new RegExp(`^makes +contract ${wall}$`, 'm'), /^code +3 bytes, arguments of the constructor included$/m],
		],
		['calls a contract of the book', { contract: 'Wall' }, [new RegExp(`^to +Wall · ${wall}$`, 'm')]],
		[
			'calls what no ABI knows',
			{ data: '0xdeadbeef0001' },
			[/^calls +0xdeadbeef …, which no ABI here knows$/m, /^0xdeadbeef0001$/m],
		],
		['failed', { fault: 'execution reverted: Closed()' }, [/^failed +execution reverted: Closed\(\)$/m]],
		[
			'gave something with a name and something without',
			{
				gave: [
					{ name: 'count', type: 'uint256', text: '7' },
					{ name: '', type: 'bool', text: 'true' },
				],
			},
			[/^gave +count 7$/m, /^gave +true$/m],
		],
	] as const)('an Ethereum transaction in words that %s', (_name, change, wanted) => {
		const text = told(change as Partial<EthereumTx>)
		for (const pattern of wanted) expect(text).toMatch(pattern)
	})

	it('leaves out what is not there', () => {
		const text = told({ value: 0n })
		for (const label of ['value', 'failed', 'gave', 'makes', 'event'])
			expect(text).not.toMatch(new RegExp(`^${label} `, 'm'))
	})

	it('an Ethereum transaction in words shows data only of a call that nothing else tells', () => {
		const labels = (change: Partial<EthereumTx>): readonly string[] =>
			told({ value: 0n, ...change })
				.split('\n')
				.map((line) => /^\S+/.exec(line)?.[0] ?? '')
		expect(labels({})).toEqual(['from', 'to', 'calls', 'gas', 'hash'])
		expect(labels({ to: undefined, data: '0x6001' })).toEqual(['from', 'makes', 'code', 'gas', 'hash'])
		expect(labels({ data: '0xdeadbeef' })).toEqual(['from', 'to', 'calls', 'gas', 'hash', '0xdeadbeef'])
		const long = (digits: number): string => told({ data: `0x${'5'.repeat(digits - 2)}` })
		expect(long(4_096)).not.toContain('bytes in all')
		expect(long(4_098)).toMatch(/^… 2,048 bytes in all$/m)
	})

	it('an Ethereum transaction in words has names beside addresses', () => {
		expect(told({}, { [alice]: 'alice', [wall]: 'bob' })).toMatch(
			new RegExp(`^from +alice · ${alice}\nto +bob · ${wall}$`, 'm'),
		)
	})

	it('an Ethereum transaction in words has each argument with its name, or its type, and an empty text as one', () => {
		const text = told({
			data: '0x01020304',
			call: {
				signature: 'greet(string,uint256)',
				name: 'greet',
				source: 'Wall',
				args: [
					{ name: 'text', type: 'string', text: '' },
					{ name: '', type: 'uint256', text: '5' },
				],
			},
		})
		expect(text).toMatch(/^calls +greet\(string,uint256\) {2}by the ABI Wall$/m)
		expect(text).toMatch(/^ {2}text +""$/m)
		expect(text).toMatch(/^ {2}uint256 +5$/m)
		expect(text).not.toContain('0x01020304')
	})

	it('an Ethereum transaction in words has calls in its arguments, and those in them further in', () => {
		const inner = {
			signature: 'transfer(address,uint256)',
			name: 'transfer',
			source: 'common',
			args: [
				{ name: '', type: 'address', text: alice },
				{ name: 'amount', type: 'uint256', text: '5' },
			],
		}
		const middle = { ...inner, signature: 'multicall(bytes[])', args: [], inner: [inner] }
		const text = told({ data: '0x01020304', call: { ...middle, signature: 'outer()', inner: [middle] } })
		expect(text).toMatch(/^calls +outer\(\) {2}by a common interface$/m)
		const within = text.split('\n').filter((line) => line.includes('└'))
		expect(within.map((line) => line.trim())).toEqual([
			'└ multicall(bytes[])',
			'└ transfer(address,uint256)',
			`└ address ${alice}`,
			'└ amount 5',
		])
		const depth = within.map((line) => line.indexOf('└'))
		expect(depth[1]).toBeGreaterThan(depth[0]!)
		expect(depth[2]).toBeGreaterThan(depth[1]!)
	})

	it('an Ethereum transaction in words has events that an ABI knows by name, others by topics and data', () => {
		const text = told(
			{
				logs: [
					{
						...log,
						decoded: {
							signature: 'Greeted(string)',
							name: 'Greeted',
							source: 'Wall',
							args: [{ name: 'text', type: 'string', text: 'hello' }],
						},
					},
					{ ...log, topics: [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`], data: '0xff' },
				],
			},
			{ [wall]: 'wall' },
		)
		expect(text).toMatch(/^event Greeted\(string\) of wall\n {2}text +hello$/m)
		expect(text).toMatch(
			/^event that no ABI here knows of wall\n {2}topic 0 +0x(01){32}\n {2}topic 1 +0x(02){32}\n {2}data +0xff$/m,
		)
	})

	it('shows a hundred events and says how many more there are', () => {
		const many = told({ logs: Array.from({ length: 103 }, (_, index) => ({ ...log, index })) })
		expect(many.match(/^event that no ABI here knows/gm)).toHaveLength(100)
		expect(many).toContain('and 3 events more')
		expect(told({ logs: Array.from({ length: 100 }, () => log) })).not.toContain('more')
	})

	it('shows the beginning of long call data and how long it is', () => {
		const text = told({ data: `0x${'5a'.repeat(5_000)}` }, {}, 60)
		expect(text).toContain('… 5,000 bytes in all')
		expect(text.length).toBeLessThan(6_000)
	})

	it.each([60, 200])('lets no name, argument or event draw beyond its place, %i columns wide', (width) => {
		const hostile = '\u001b[2J\u202eevil\u0007\n'
		const value = { name: hostile, type: 'string', text: hostile.repeat(20) }
		const decoded = { signature: hostile, name: hostile, source: hostile, args: [value] }
		const text = told(
			{
				contract: hostile,
				data: '0x01020304',
				call: { ...decoded, inner: [decoded] },
				gave: [value],
				fault: hostile,
				logs: [{ ...log, decoded }],
			},
			{ [alice]: hostile, [wall]: hostile },
			width,
		)
		expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
		expect(text).toContain('evil')
	})
})

it('the detail says why a transaction cannot be told in words, in lines that fit', () => {
	const fault = new UserError('The EVM does not answer.', { why: 'connect ECONNREFUSED', next: 'Start the node.' })
	const rows = ethereumFault(fault, theme, 20).map(plain)
	for (const row of rows) expect(cellWidth(row)).toBeLessThanOrEqual(20)
	expect(rows.join(' ').replaceAll(/\s+/g, ' ')).toContain('The EVM does not answer.')
	expect(rows.join(' ').replaceAll(/\s+/g, ' ')).toContain('Start the node.')
})
