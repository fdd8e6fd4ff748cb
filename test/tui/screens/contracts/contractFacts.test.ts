import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAbi } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Artifact, EvmClient, EvmProgress } from '../../../../src/client/evm/EvmClient.ts'
import { argumentFields } from '../../../../src/tui/screens/contracts/argumentFields.ts'
import { addressOf } from '../../support/chainDouble.ts'
import { doubleContract, doubleLog, evmDouble } from '../../support/evmDouble.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(async () => {
	vi.unstubAllEnvs()
	await t.stop()
})

const said = (text: string): Promise<void> => t.until(() => (t.app.state.toast?.text ?? '').includes(text))

/** The Contracts screen over a double of an EVM, some of whose parts are others. */
async function contracts(change: Partial<EvmClient> = {}): Promise<void> {
	t = await testApp({ keys: ['alice'], columns: 100, rows: 40 })
	t.chain.evm = { ...evmDouble(t.chain.calls), ...change }
	const ethAddress = '0x1111111111111111111111111111111111111111'
	const key = { name: 'dev', address: addressOf('dev'), ethAddress, algo: 'eth_secp256k1', kind: 'local' } as const
	t.app.set({ keys: [key], current: 'dev' })
	t.press('g', 'c')
	await t.until(doubleContract.slice(0, 8))
}

describe('the code of an opened contract', () => {
	/** Lines of the code section, which starts folded. */
	async function codeOf(code: `0x${string}`): Promise<readonly string[]> {
		await contracts({ code: async () => code })
		t.press('enter')
		await t.until('2 bytes, hash')
		t.app.set({ rows: 400 })
		t.press(']', ']', ']', 'z')
		await t.until('▾ Code')
		const lines = t.screen().split('\n')
		const from = lines.findIndex((line) => line.includes('▾ Code'))
		return lines.slice(from + 1).flatMap((line) => /│ ([^│ ][^│]*?) *│ *$/.exec(line)?.[1] ?? [])
	}

	it('the code of an opened contract is shown with its hash, all of it up to 8,192 bytes', async () => {
		const code = `0x${'60'.repeat(8_191)}77` as const
		const [hash, ...lines] = await codeOf(code)
		expect(hash).toBe(`hash 0x${'ab'.repeat(32)}`)
		expect(lines.join('')).toBe(code)
	})

	it('the code of an opened contract is cut after 8,192 bytes, and how many there are besides is told', async () => {
		const [, ...lines] = await codeOf(`0x${'60'.repeat(8_191)}77${'88'.repeat(1_235)}`)
		expect(lines.pop()).toBe('and 1,235 bytes more')
		expect(lines.join('')).toBe(`0x${'60'.repeat(8_191)}77`)
	})
})

describe('a contract that is opened', () => {
	it('calls the selected function at a click, another one at the second', async () => {
		await contracts()
		t.press('enter')
		await t.until('▾ count() gave')
		const click = (text: string): void => {
			const lines = t.screen().split('\n')
			const y = lines.findIndex((line) => line.includes(text))
			t.event({ type: 'mouse', mouse: { kind: 'press', x: lines[y]!.indexOf(text) + 1, y } })
		}
		const calls = (): number => t.chain.calls.filter((call) => call === 'call count').length
		const before = calls()
		click('count()')
		await t.until(() => calls() === before + 1)
		click('greet(string)')
		expect(t.app.topOverlay).toBeUndefined()
		click('greet(string)')
		await t.until('Send greet')
	})

	it('offers the transaction of its newest event to trace, of the first block as well', async () => {
		await contracts({ logs: async () => [{ ...doubleLog, height: 1 }] })
		t.press('enter')
		await t.until('1 event')
		t.press('t')
		await t.until('Trace a transaction')
		t.press('enter')
		await t.until(() => t.chain.calls.includes(`trace ${doubleLog.txHash}`))
	})

	it('an opened contract is needed for what is done on its page', async () => {
		await contracts()
		for (const key of ['v', 'z', 's']) {
			t.press(key)
			await said('open a contract first')
			t.app.toast('info', 'before the next')
		}
	})
})

describe('the fields of a function’s arguments', () => {
	it('the fields of a function’s arguments have the names of the arguments without the compiler’s _, or their places from 1 on', async () => {
		await contracts()
		const inputs = [{ type: 'uint256' }, { name: 'owner_', type: 'address' }, { name: '__', type: 'bool' }]
		expect(argumentFields(t.app, inputs).map(({ label }) => label)).toEqual(['1', 'owner', '3'])
	})

	it.each([
		['uint8[2]', '[…, …]'],
		['bytes32', '0x…'],
		['string', 'text'],
		['int8', '0, 1_000, 1e18'],
		['address', '0x…, chain1… or a name of yours'],
	])('fields for arguments of %s say how one is written', async (type, placeholder) => {
		await contracts()
		expect(argumentFields(t.app, [{ type }])[0]?.placeholder).toBe(placeholder)
	})
})

describe('the file of a contract to deploy', () => {
	const deploys = (name: string): Partial<EvmClient> => {
		const artifact: Artifact = { name, abi: parseAbi(['function poke()']), bytecode: '0x6001' }
		return {
			readArtifacts: async () => [artifact],
			deploy: async function* (): AsyncGenerator<EvmProgress> {
				const hash = doubleLog.txHash
				const contractAddress = `0x${'33'.repeat(20)}` as const
				const receipt = { hash, height: 2, gasUsed: 1n, logs: [], contractAddress }
				yield { state: 'committed', hash, height: 2, fee: '1achain', gasWanted: 1n, gasUsed: 1n, receipt }
			},
		}
	}

	it.each([
		['a name of nothing but points is one named Contract', '...', 'Contract'],
		['a name of 65 characters is one of 64', 'N'.repeat(65), 'N'.repeat(64)],
		['a name with points before it is one without', '..Wall.v2', 'Wall.v2'],
	])('the fields of a function’s arguments check %s', async (_what, name, kept) => {
		const home = mkdtempSync(join(tmpdir(), 'home-'))
		writeFileSync(join(home, 'Some.json'), '{}')
		vi.stubEnv('HOME', home)
		await contracts(deploys(name))
		t.press('d')
		// A path may begin at the home folder.
		t.type('~/Some.json')
		t.press('enter')
		await t.until('2 bytes of code')
		t.press('enter')
		await t.until(() => t.chain.evm?.abis.list().some((known) => known.name === kept) === true)
	})
})
