import { describe, expect, it } from 'vitest'
import type { CallNode, EvmAccount, EvmClient, EvmLog } from '../../../../src/client/index.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import { type ContractsModel, contractColumns } from '../../../../src/tui/screens/contracts/ContractsModel.ts'
import { ContractView } from '../../../../src/tui/screens/contracts/ContractView.tsx'
import { contractsCommands } from '../../../../src/tui/screens/contracts/contractsCommands.ts'
import { TraceView } from '../../../../src/tui/screens/contracts/TraceView.tsx'
import { ChainDouble } from '../../support/chainDouble.ts'
import { commandLines } from '../../support/commandLines.ts'
import { evmApp, pokedPlace } from '../../support/evmApp.ts'
import { doubleContract, doubleLog } from '../../support/evmDouble.ts'
import { kitApp } from '../../support/kitApp.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'
import { renderPart } from '../../support/renderPart.tsx'

const place = pokedPlace
const log = (height: number, change: Partial<EvmLog> = {}): EvmLog => ({ ...doubleLog, height, ...change })

let app: TuiApp

async function contracts(change: Partial<EvmClient> = {}): Promise<ContractsModel> {
	const made = await evmApp(change)
	app = made.app
	return made.model
}

const until = (holds: () => boolean): Promise<void> => expect.poll(holds, { interval: 2, timeout: 10_000 }).toBe(true)

describe('the view of a contract', () => {
	const draw = (model: ContractsModel, width: number, height: number): readonly string[] => {
		const part = renderPart(<ContractView model={model} page={model.page!} />, { app, width, height })
		const rows = part.text().split('\n')
		part.unmount()
		return rows
	}
	const ready = async (change: Partial<EvmClient> = {}): Promise<ContractsModel> => {
		const model = await contracts(change)
		model.open(place)
		await until(() => model.page!.account !== undefined && model.page!.outcomes.size > 0)
		return model
	}

	it('the view of a contract tells its functions and what it is, with what the selected one gave', async () => {
		const decoded = {
			name: 'Poked',
			source: 'Wall',
			signature: 'Poked(string)',
			args: [{ name: 'text', type: 'string', text: 'hi' }],
		}
		const model = await ready({ logs: async () => [log(1_000_000, { data: '0xabcd' }), log(1_000_001, { decoded })] })
		await until(() => model.page!.events.length === 2)
		await model.page!.readSlot(7n)
		expect(draw(model, 78, 40)).toEqual([
			'╭─ 4 functions ─────────────────────────────────────────── 2 read · 2 write ─╮',
			'│          function                         gave last                        │',
			'│ ▸ read   count()                          7                                │',
			'│   read   sum(uint8,uint8)                                                  │',
			'│   write  poke(string) payable                                              │',
			'│   write  stop()                                                            │',
			'╰────────────────────────────────────────────────────────────────────────────╯',
			'╭─ Wall ────────────────────────────────────────────────────────── 2 events ─╮',
			'│ address  0x5fbdb2315678afecb367f032d93f642f64180aa3                        │',
			'│ bech32   chain1t77myv2k0zh7evm87qedj0my9ajpsz4rhpsc8e                      │',
			'│ balance  0.5 CHAIN                                                         │',
			'│ code     2 bytes, hash 0xababababa…ababababab                              │',
			'│                                                                            │',
			'│ ▾ count() gave                                                             │',
			'│ 7                                                                          │',
			'│                                                                            │',
			'│ ▾ Events 2                                                                 │',
			'│ #1,000,001 Poked                                                           │',
			'│   text  hi                                                                 │',
			'│ #1,000,000 no topic 0xabcd                                                 │',
			'│                                                                            │',
			'│ ▾ Storage 1                                                                │',
			'│ slot 7  0xabababababababababababababababababababababababababababababababab │',
			'│                                                                            │',
			'│ ▸ Code                                                                     │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'╰────────────────────────────────────────────────────────────────────────────╯',
		])
		const row = model.page!.functions.all[1]!
		model.page!.outcomes.set(row.signature, { text: 'reverted', failed: true })
		const drawn = renderPart(<ContractView model={model} page={model.page!} />, {
			...{ width: 78, height: 14, app: kitApp({ theme: namedTheme }) },
		})
		expect(named(drawn.frame()).match(/‹bad:[^›]*›/g)).toEqual(['‹bad:reverted›'])
		drawn.unmount()
		model.page!.functions.move(1)
		model.page!.inFacts = true
		expect(draw(model, 78, 14)).toEqual([
			'╭─ 4 functions ─────────────────────────────────────────── 2 read · 2 write ─╮',
			'│          function                        gave last                         │',
			'│   read   count()                         7                               █ │',
			'│ ▸ read   sum(uint8,uint8)                reverted                        █ │',
			'│   write  poke(string) payable                                            │ │',
			'╰────────────────────────────────────────────────────────────────────────────╯',
			'╭─ Wall ───────────────────────────────────────────────────────── 1-6 of 17 ─╮',
			'│ address  0x5fbdb2315678afecb367f032d93f642f64180aa3                        │',
			'│ bech32   chain1t77myv2k0zh7evm87qedj0my9ajpsz4rhpsc8e                      │',
			'│ balance  0.5 CHAIN                                                         │',
			'│ code     2 bytes, hash 0xababababa…ababababab                              │',
			'│                                                                            │',
			'│ ▾ sum(uint8,uint8) gave                                                    │',
			'╰────────────────────────────────────────────────────────────────────────────╯',
		])
	})

	it('each text in the view of a contract that others wrote is cut at its own length', async () => {
		const long = 'x'.repeat(1_500)
		const decoded = {
			...{ name: long, source: 'Wall', signature: 'Poked(string)' },
			args: [{ name: long, type: 'string', text: long }],
		}
		const model = await contracts({ logs: async () => [log(1_000_001, { decoded })] })
		const fn = { type: 'function', name: long, inputs: [], outputs: [], stateMutability: 'view' } as const
		model.open({ ...place, name: long, abi: [fn] })
		await until(() => model.page!.outcomes.size > 0 && model.page!.events.length === 1)
		const [{ signature = '' } = {}] = model.page!.functions.all
		model.page!.outcomes.set(signature, { text: 'y'.repeat(20_001), failed: false })
		const rows = draw(model, 2_000, 60)
		const from = rows.findIndex((row) => row.includes('▾ ') && row.includes(' gave'))
		const right = rows.slice(from).map((row) => row.slice(1_000))
		const runs = (letter: string): readonly number[] =>
			[...right.join('\n').matchAll(new RegExp(`${letter}{4,}`, 'g'))].map(([run]) => run.length)
		// What the title of the result says, the event, its argument and the value of that on two rows.
		expect(runs('x')).toEqual([100, 100, 40, 950, 50])
		expect(runs('y').reduce((sum, length) => sum + length)).toBe(20_000)
		expect(/x{4,}/.exec(rows[0]!.slice(1_000))?.[0]).toHaveLength(64)
	})

	it('the view of a contract gives the larger part to what has the keys, and stands beside each other from 140 cells on', async () => {
		const model = await ready()
		const page = model.page!
		const tops = (width: number, height: number): string =>
			draw(model, width, height)
				.flatMap((row, y) => [...row.matchAll(/╭/g)].map(({ index }) => `${index},${y}`))
				.join(' ')
		expect([tops(139, 40), tops(140, 40), tops(80, 13), tops(80, 12), tops(80, 11)]).toEqual([
			'0,0 0,7',
			'0,0 71,0',
			'0,0 0,6',
			'0,0 0,6',
			'0,0 0,6',
		])
		page.inFacts = true
		expect([tops(80, 40), tops(80, 27), tops(80, 28), tops(80, 23)]).toEqual([
			'0,0 0,7',
			'0,0 0,6',
			'0,0 0,7',
			'0,0 0,6',
		])
		page.functions.setFilter('count')
		page.inFacts = false
		expect(tops(80, 40)).toBe('0,0 0,4')
		page.functions.setFilter('nothing')
		expect(tops(80, 40)).toBe('0,0 0,4')
	})
})

describe('the tree of calls', () => {
	const call = (change: Partial<CallNode>): CallNode => ({
		...{ kind: 'CALL', from: doubleContract, to: doubleContract, contract: 'Wall', call: 'count()', result: '' },
		...{ failed: false, gas: 9n, gasUsed: 21_000n, gasOwn: 1_000n, value: 0n, calls: [] },
		...change,
	})

	it('the tree of calls has a row for each call, gas in columns at its end, and what it gave below it', async () => {
		const model = await contracts()
		const inner = call({ call: 'open()', failed: true, result: 'Closed()', gasUsed: 20_000n, gasOwn: 20_000n })
		const paid = call({ kind: 'CREATE', contract: '', to: undefined, call: '', value: 5n * 10n ** 17n, gasUsed: 7n })
		model.showTrace(call({ result: '7', calls: [inner, paid] }), 'Trace of 0xab')
		const part = renderPart(<TraceView app={app} page={model.trace!} />, { app, width: 60, height: 10 })
		expect(part.text().split('\n')).toEqual([
			'╭─ Trace of 0xab ──────────────────────────────── 3 calls ─╮',
			'│ call                                         gas     own │',
			'│ CALL Wall count()                         21,000   1,000 │',
			'│   → 7                                                    │',
			'│ ├─ CALL Wall open()                       20,000  20,000 │',
			'│      ✗ Closed()                                          │',
			'│ └─ CREATE new contract  · 0.5 CHAIN            7   1,000 │',
			'│                                                          │',
			'│                                                          │',
			'╰──────────────────────────────────────────────────────────╯',
		])
		part.unmount()
		model.showTrace(call({ gasUsed: 1n, gasOwn: 1n }), 'Trace of 0xab')
		const short = renderPart(<TraceView app={app} page={model.trace!} />, { app, width: 60, height: 6 })
		expect(short.text().split('\n')).toEqual([
			'╭─ Trace of 0xab ───────────────────────────────── 1 call ─╮',
			'│ call                                            gas  own │',
			'│ CALL Wall count()                                 1    1 │',
			'│                                                          │',
			'│                                                          │',
			'╰──────────────────────────────────────────────────────────╯',
		])
		short.unmount()
		model.showTrace(call({ contract: 'x'.repeat(65), call: 'y'.repeat(450) }), 'Trace of 0xab')
		const wide = renderPart(<TraceView app={app} page={model.trace!} />, { app, width: 600, height: 6 })
		expect(wide.text()).toContain(`│ CALL ${'x'.repeat(64)}… ${'y'.repeat(450)} `)
		wide.unmount()
	})
})

describe('the keys of the Contracts screen', () => {
	const lines = (model: ContractsModel): readonly string[] => commandLines(contractsCommands(model))

	it('the keys of the Contracts screen act on the list, or begin with a first contract', async () => {
		const model = await contracts()
		model.list.edge('first')
		expect(lines(model)).toEqual([
			'enter · open · 1',
			'd · deploy · 2',
			'a · add ABI · 3',
			'v · events & facts · ✗ open a contract first',
			'z · fold · ✗ open a contract first',
			'] · next section · ✗ open a contract first',
			's · read slot · ✗ open a contract first',
			't · trace · 5',
			'y · copy address · 6',
			'o · account',
			'/ · filter',
			'x · forget',
		])
		app.client!.evm!.abis.remove('Wall', doubleContract)
		expect(lines(model)).toEqual([
			'enter · deploy a first contract · 1',
			'd · deploy · 2',
			'a · add ABI · 3',
			'v · events & facts · ✗ open a contract first',
			'z · fold · ✗ open a contract first',
			'] · next section · ✗ open a contract first',
			's · read slot · ✗ open a contract first',
			't · trace · 5',
			'y · copy address · 6 · ✗ no contract is known yet',
			'o · account · ✗ no contract is known yet',
			'/ · filter',
			'x · forget · ✗ no contract is known yet',
		])
	})

	it('the keys of the Contracts screen on a chain without an EVM start one that has it', async () => {
		const model = await contracts()
		model.connected(new ChainDouble())
		expect(lines(model)).toEqual([
			'enter · start a chain with contracts beside this one · 1',
			'd · deploy · 2 · ✗ this chain has no EVM',
			'a · add ABI · 3 · ✗ this chain has no EVM',
			'v · events & facts · ✗ open a contract first',
			'z · fold · ✗ open a contract first',
			'] · next section · ✗ open a contract first',
			's · read slot · ✗ open a contract first',
			't · trace · 5 · ✗ this chain has no EVM',
			'y · copy address · 6 · ✗ this chain has no EVM',
			'o · account · ✗ this chain has no EVM',
			'/ · filter · ✗ this chain has no EVM',
			'x · forget · ✗ this chain has no EVM',
		])
	})

	it('the keys of the Contracts screen act on an opened contract and its selected function', async () => {
		const model = await contracts()
		model.open(place)
		model.page!.functions.edge('first')
		expect(lines(model)).toEqual([
			'enter · read · 1',
			'd · deploy',
			'a · add ABI',
			'v · events & facts · 2',
			'z · fold',
			'] · next section',
			's · read slot · 4',
			't · trace · 5',
			'y · copy address · 6',
			'o · account',
			'/ · filter',
			'x · forget',
		])
		model.page!.functions.edge('last')
		model.page!.inFacts = true
		expect(lines(model).slice(0, 4)).toEqual(['enter · send · 1', 'd · deploy', 'a · add ABI', 'v · functions · 2'])
		model.page!.functions.setFilter('nothing')
		expect(lines(model)[0]).toBe('enter · send · 1 · ✗ no function is selected')
		model.open({ name: 'Bare', abi: [], address: undefined })
		expect(lines(model)).toEqual([
			'enter · send · 1 · ✗ no ABI is known for this contract',
			'd · deploy',
			'a · add ABI',
			'v · events & facts · 2',
			'z · fold',
			'] · next section',
			's · read slot · 4 · ✗ it is not deployed yet',
			't · trace · 5',
			'y · copy address · 6 · ✗ it is not deployed yet',
			'o · account · ✗ it is not deployed yet',
			'/ · filter',
			'x · forget',
		])
		model.showTrace({} as CallNode, '')
		model.page = undefined
		expect(lines(model)[0]).toBe('enter · open · 1')
	})
})

describe('the list of contracts', () => {
	it('the list of contracts has its columns in words, and sorts by size and worth', async () => {
		const model = await contracts()
		const at = (digit: string): string => `0x${digit.repeat(40)}`
		const account = (change: object): EvmAccount =>
			({ address: at('A'), bech32: 'chain1', balance: 5n * 10n ** 17n, nonce: 1, ...change }) as EvmAccount
		model.accounts.set(at('a'), account({ code: { size: 1_234, hash: '0x' } }))
		model.accounts.set(at('b'), account({ balance: 0n }))
		const columns = contractColumns(model)
		const cells = [undefined, at('a'), at('b'), at('c')].map((address) =>
			columns.map(({ text, order }) => [
				text({ ...place, address }, {
					theme: app.theme,
					mark: (word: string) => word,
					cells: 12,
				} as never),
				order?.({ ...place, address }),
			]),
		)
		expect(cells).toEqual([
			[
				['Wall', 'Wall'],
				['not deployed here', ''],
				['', 0],
				['', 0n],
			],
			[
				['Wall', 'Wall'],
				['0xAAAA…AAAAA', '0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
				['1,234 B', 1234],
				['0.5 CHAIN', 500000000000000000n],
			],
			[
				['Wall', 'Wall'],
				['0xAAAA…AAAAA', '0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'],
				['none', 0],
				['0 CHAIN', 0n],
			],
			[
				['Wall', 'Wall'],
				['0xcccc…ccccc', '0xcccccccccccccccccccccccccccccccccccccccc'],
				['…', 0],
				['…', 0n],
			],
		])
	})
})
