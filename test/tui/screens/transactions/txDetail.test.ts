import { stripVTControlCharacters } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import { Amounts } from '../../../../src/tui/app/format/Amounts.ts'
import { memoryPreferences } from '../../../../src/tui/app/Preferences.ts'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'
import { txSections } from '../../../../src/tui/screens/transactions/txSections.ts'
import { addressOf } from '../../support/chainDouble.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

describe('an opened transaction', () => {
	let t: TestApp | undefined
	afterEach(async () => {
		await t?.stop()
		t = undefined
	})

	/** Opens the newest transaction, a greeting of alice. */
	async function opened(columns: number, gasProblem?: UserError): Promise<TestApp> {
		const app = await testApp({ columns, rows: 100, keys: ['alice'] })
		t = app
		app.chain.gasProblem = gasProblem
		app.press('2', 'n')
		app.type('hello gas')
		app.press('enter')
		await app.until(() => app.app.topOverlay === undefined)
		app.chain.makeBlock()
		await app.until(() => app.chain.txs.length > 0)
		app.app.open('transactions', app.chain.txs.at(-1)!.hash)
		return app
	}

	it.each([60, 80, 120, 200])('shows where its gas went and that it adds up, %i columns wide', async (columns) => {
		const app = await opened(columns)
		await app.until('gas used')
		await app.until('write greet ×2')
		const text = app.screen()
		const rows = text.slice(text.indexOf('Where the gas went')).split('\n')
		const gasOf = (name: string): number => {
			const row = rows.find((line) => line.includes(name)) ?? ''
			return Number(
				row
					.slice(row.indexOf(name) + name.length)
					.match(/[\d,]{3,}/g)
					?.at(-1)
					?.replaceAll(',', ''),
			)
		}
		expect(rows.find((line) => line.includes('write greet'))).toMatch(/ 57 +5,710/)
		expect(gasOf('ConsumeTxSizeGas') + gasOf('message 0')).toBe(gasOf('gas used'))
		expect(gasOf('gas used')).toBe(Number(app.chain.txs.at(-1)?.gasUsed))
	})

	it('says why its gas cannot be told', async () => {
		const app = await opened(100, new UserError('It cannot be told.', { why: 'It is in the first block.' }))
		await app.until('It cannot be told.')
		expect(app.screen()).toContain('It is in the first block.')
	})

	it('marks each signature as checked here, with the reason when it does not hold', async () => {
		const app = await opened(100)
		// The transactions of the double are no real ones.
		await app.until(`✗ alice · ${addressOf('alice')}`)
		expect(app.screen()).toContain('tx parse error')
	})

	it.each([0, 3] as const)('marks a signature that holds, with colour level %i', async (level) => {
		const app = await opened(100)
		const tx = app.chain.txs.at(-1)!
		const signatures = [{ signer: tx.signers[0]!, ok: true, reason: '' }]
		const theme = makeTheme('dark', 'dark', level)
		const options = {
			theme,
			width: 100,
			raw: false,
			findings: { signatures },
			amounts: new Amounts(memoryPreferences(), () => 'uchain'),
			nameOf: () => 'alice',
		}
		const row = txSections(tx, options).head.find((line) => line.includes(tx.signers[0]!)) ?? ''
		expect(stripVTControlCharacters(row).trimEnd()).toBe(`signer  ✓ alice · ${tx.signers[0]}`)
	})
})

describe('how a transaction was signed', () => {
	const single = (mode: string) => ({ mode_info: { single: { mode } } })
	const multi = {
		public_key: { public_keys: [{}, {}, {}] },
		mode_info: {
			multi: {
				mode_infos: [
					{ single: { mode: 'SIGN_MODE_LEGACY_AMINO_JSON' } },
					{ single: { mode: 'SIGN_MODE_LEGACY_AMINO_JSON' } },
				],
			},
		},
	}
	it.each([
		[[single('SIGN_MODE_DIRECT')], 'direct'],
		[[single('SIGN_MODE_LEGACY_AMINO_JSON')], 'amino JSON'],
		[[single('SIGN_MODE_DIRECT'), single('SIGN_MODE_DIRECT')], 'direct'],
		[[multi], '2 of 3 keys, amino JSON'],
		[[single('SIGN_MODE_DIRECT'), multi], 'direct; 2 of 3 keys, amino JSON'],
	])('the way a transaction was signed is told beside its signers (%#)', (infos, wanted) => {
		const tx = { ...blank, json: { auth_info: { signer_infos: infos } } }
		const options = {
			theme: makeTheme('dark', 'dark', 0),
			width: 100,
			raw: false,
			findings: undefined,
			amounts: new Amounts(memoryPreferences(), () => 'uchain'),
			nameOf: (address: string) => address,
		}
		const row = txSections(tx, options).head.find((line) => line.startsWith('signed ')) ?? ''
		expect(row.trim()).toBe(`signed  ${wanted}`)
	})
})

const blank = {
	hash: 'AB'.repeat(32),
	height: 1,
	index: 0,
	time: '2026-11-21T00:00:00Z',
	code: 0,
	codespace: '',
	log: '',
	gasWanted: 1n,
	gasUsed: 1n,
	fee: [],
	memo: '',
	messageTypes: [],
	signers: [],
	first: {},
	raw: new Uint8Array(),
	data: new Uint8Array(),
	events: [],
}
