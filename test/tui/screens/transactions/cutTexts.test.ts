import { describe, expect, it } from 'vitest'
import type { TxDetail } from '../../../../src/client/ChainClient.ts'
import type { EthereumTx, EvmLog } from '../../../../src/client/evm/EvmClient.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { Amounts } from '../../../../src/tui/app/format/Amounts.ts'
import { memoryPreferences } from '../../../../src/tui/app/Preferences.ts'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'
import { ethereumFault, ethereumRows } from '../../../../src/tui/screens/transactions/ethereumRows.ts'
import { txSections } from '../../../../src/tui/screens/transactions/txSections.ts'

/** Longer than anything is shown. */
const long = 'x'.repeat(3_000)
const wide = 10_000
const theme = makeTheme('dark', 'dark', 1)
const amounts = new Amounts(memoryPreferences(), () => 'uchain')

/** How much of the long text each place shows, in their order. */
const shown = (lines: readonly string[]): readonly number[] =>
	[...lines.join('\n').matchAll(/x{4,}/g)].map(([run]) => run.length)

describe('texts of a transaction that others wrote', () => {
	const base: TxDetail = {
		...{ hash: 'AB', height: 1, index: 0, time: '2026-11-21T00:00:00Z', code: 0, codespace: '', log: '', memo: '' },
		...{ gasWanted: 1n, gasUsed: 1n, fee: [], messageTypes: [], signers: [], first: {}, json: {}, events: [] },
		...{ raw: new Uint8Array(), data: new Uint8Array() },
	}
	const text = (change: Partial<TxDetail>, findings?: object): ReturnType<typeof txSections> =>
		txSections(
			{ ...base, ...change },
			{ theme, width: wide, raw: false, findings: findings as never, amounts, nameOf: (address) => address },
		)

	it('each text in the head of a transaction is cut at its own length', () => {
		const change: Partial<TxDetail> = {
			...{ code: 5, codespace: long, log: long, memo: long, signers: [long] },
			fee: [{ denom: long, amount: '7' }],
			json: { auth_info: { signer_infos: [{ mode_info: { single: { mode: long } } }] } },
		}
		const { head } = text(change, { signatures: [{ ok: false, reason: long }] })
		// Codespace, log, the fee behind `7 `, signer, why its signature does not hold, sign mode, memo.
		expect(shown(head)).toEqual([40, 2_000, 78, 120, 300, 200, 1_000])
		expect(shown(text({ evmFault: long }).head)).toEqual([2_000])
		expect(shown(text({}, { signatures: [{ ok: false, reason: long }] }).head)).toEqual([300])
		expect(shown(text({}, { signatures: new UserError(long) }).head)).toEqual([300])
	})

	it('each text in the events and of the gas of a transaction is cut at its own length', () => {
		const events = [{ type: 'event', attributes: [{ key: long, value: long, index: true }] }]
		const { sections } = text({ events }, { gas: new UserError(long) })
		const lines = (id: string): readonly string[] => sections.find((section) => section.id === id)?.lines() ?? []
		expect(shown(lines('events'))).toEqual([40, 2_000])
		expect(shown(lines('gas'))).toEqual([2_000])
	})
})

describe('texts of an Ethereum transaction that others wrote', () => {
	const from = '0x1111111111111111111111111111111111111111'
	const to = '0x2222222222222222222222222222222222222222'
	const base: EthereumTx = {
		...{ hash: '0xab', from, to, contract: '', nonce: 4n, value: 0n, gas: 1n, data: '0xabcd', gave: [] },
		...{ gasUsed: 1n, fault: '', logs: [] },
	}
	const log: EvmLog = { address: to, topics: [], data: '0x', height: 9, txHash: '0xab', index: 0 }
	const rows = (change: Partial<EthereumTx>, nameOf: (address: string) => string): readonly number[] =>
		shown(ethereumRows({ ...base, ...change }, { theme, width: wide, amounts, nameOf }))

	it('each text of an Ethereum transaction is cut at its own length', () => {
		const arg = { name: long, type: 'string', text: long }
		const inner = { signature: long, args: [{ name: '', type: 't', text: long }] }
		const call = { source: long, signature: long, args: [arg], inner: [inner] } as never
		const gave = [{ name: '', type: 'string', text: long }]
		// The sender’s name, the contract’s, the call with its ABI, its argument, the call in it, the result, the fault.
		expect(rows({ contract: long, call, gave, fault: long }, () => long)).toEqual([
			...[60, 64, 300, 64, 40, 2_000, 300, 998, 2_000, 2_000],
		])
	})

	it('each text of an event of an Ethereum transaction is cut at its own length', () => {
		const decoded = { name: 'Wrote', signature: long, args: [{ name: 'text', type: 'string', text: long }] } as never
		const named = (address: string): string => (address === to ? long : address)
		expect(rows({ contract: 'Wall', data: '0x', logs: [{ ...log, decoded }] }, named)).toEqual([200, 60, 2_000])
		const unknown = { ...log, data: long as EvmLog['data'] }
		expect(rows({ contract: 'Wall', data: '0x', logs: [unknown] }, named)).toEqual([60, 2_000])
	})

	it('call data that no ABI knows is shown up to 4,096 digits, its 0x among them', () => {
		expect(rows({ data: `0x${'x'.repeat(5_000)}` }, (address) => address)).toEqual([9, 4_095])
	})

	it('why an Ethereum transaction cannot be told is cut after 2,000 characters', () => {
		expect(shown(ethereumFault(new UserError(long), theme, wide))).toEqual([2_000])
	})
})
