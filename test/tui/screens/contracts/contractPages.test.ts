import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAbi } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import type { Artifact, EvmClient, EvmProgress } from '../../../../src/client/evm/EvmClient.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { addressOf } from '../../support/chainDouble.ts'
import { doubleContract, doubleLog, evmDouble } from '../../support/evmDouble.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

const ethAddress = '0x1111111111111111111111111111111111111111'
const unanswered = new UserError('The EVM does not answer.', { next: 'Start its listener.' })

let t: TestApp
afterEach(() => t.stop())

/** The Contracts screen over a double of an EVM, whose parts may be others. */
async function contracts(
	change: Partial<EvmClient> | ((calls: string[]) => Partial<EvmClient>) = {},
	options: { readonly columns?: number; readonly rows?: number; readonly ethKey?: boolean } = {},
): Promise<void> {
	t = await testApp({ keys: ['alice'], columns: options.columns ?? 120, rows: options.rows ?? 40 })
	const { calls } = t.chain
	const double = evmDouble(calls)
	t.chain.evm = {
		...double,
		account: async (address) => ({ ...(await double.account(address)), address: address as `0x${string}` }),
		...(typeof change === 'function' ? change(calls) : change),
	}
	if (options.ethKey === true) {
		const key = { name: 'dev', address: addressOf('dev'), ethAddress, algo: 'eth_secp256k1', kind: 'local' } as const
		t.app.set({ keys: [key], current: 'dev' })
	}
	t.press('g', 'c')
	await t.until('0x5FbDB2315678afecb367f032d93F642f64180aa3'.slice(0, 8).toLowerCase())
}

/** A file that exists; the double does not read it. */
function file(): string {
	const path = join(mkdtempSync(join(tmpdir(), 'artifact-')), 'Some.json')
	writeFileSync(path, '{}')
	return path
}

describe('deploying', () => {
	const abi = parseAbi(['constructor(bool open, address owner) payable', 'function owner() view returns (address)'])
	const second: Artifact = { name: '../Se cond', abi, bytecode: '0x600160' }
	const both: readonly Artifact[] = [
		{ name: 'First', abi: [], bytecode: '0x6001' },
		{ name: 'IFirst', abi: [], bytecode: '0x' },
		second,
	]
	const deploys =
		(artifacts: readonly Artifact[], contractAddress?: `0x${string}`) =>
		(calls: string[]): Partial<EvmClient> => ({
			readArtifacts: async () => artifacts,
			deploy: async function* (key, { artifact, args, value }): AsyncGenerator<EvmProgress> {
				calls.push(`deploy ${key} ${artifact.name} ${args.join(' ')} ${value ?? 'no coins'}`)
				const hash = doubleLog.txHash
				const receipt = {
					hash,
					height: 2,
					gasUsed: 1n,
					logs: [],
					...(contractAddress === undefined ? {} : { contractAddress }),
				}
				yield { state: 'committed', hash, height: 2, fee: '1achain', gasWanted: 1n, gasUsed: 1n, receipt }
			},
		})

	it.each([
		['no file', () => '', 'your compiler’s output, a JSON file'],
		['a file that is not there', () => '/nonexistent/x.json', 'there is no such file'],
		['a folder', () => tmpdir(), 'The file cannot be read.'],
		['a file of nothing but interfaces', file, 'nothing in this file has code'],
	])('says what is wrong with %s', async (_name, path, words) => {
		await contracts(deploys([both[1]!]))
		t.press('d')
		t.type(path())
		t.press('enter')
		await t.until(words)
		t.press('esc')
		expect(t.app.topOverlay).toBeUndefined()
	})

	it('takes a path in quotes', async () => {
		await contracts(deploys([both[0]!]))
		t.press('d')
		t.type(`'${file()}'`)
		t.press('enter')
		await t.until('Deploy First')
	})

	it('asks which one, then for yes or no, a key by its name and coins, and opens what was made', async () => {
		const made = '0x3333333333333333333333333333333333333333'
		await contracts(deploys(both, made), { ethKey: true })
		t.press('d')
		t.type(file())
		t.press('enter')
		await t.until('Deploy one of 2 contracts')
		t.press('right', 'enter')
		await t.until('Deploy ../Se cond')
		expect(t.screen()).toContain('3 bytes of code')
		t.press('right', 'tab')
		t.type('dev')
		await t.until(ethAddress)
		t.press('tab')
		t.type('1.5.5')
		t.press('enter')
		await t.until('"1.5.5" is no amount')
		expect(t.chain.calls.filter((call) => call.startsWith('deploy'))).toEqual([])
		t.press('ctrl+u')
		t.type('0.5')
		t.press('enter')
		await t.until('1 function')
		expect(t.chain.calls).toContain(`deploy dev ../Se cond true ${ethAddress} 500000000000000000`)
		// Its name is a file's from here on.
		await t.until('╭─ _Se_cond')
		await t.until(made.slice(0, 10))
	})

	it('contracts of one name in a file are told apart by the size of their code, and the chosen one is deployed', async () => {
		const twins = [both[0]!, { ...both[0]!, bytecode: '0x600160' as const }, second]
		await contracts(deploys(twins), { ethKey: true })
		t.press('d')
		t.type(file())
		t.press('enter')
		await t.until('First of 2 bytes')
		t.press('right')
		await t.until('First of 3 bytes')
		t.press('enter')
		await t.until('3 bytes of code')
	})

	it('stays where it is when the transaction made no contract', async () => {
		await contracts(deploys([both[0]!]), { ethKey: true })
		t.press('d')
		t.type(file())
		t.press('enter')
		await t.until('Deploy First')
		t.press('enter')
		await t.until(() => t.chain.calls.some((call) => call === 'deploy dev First  no coins'))
		await t.until(() => t.app.topOverlay === undefined)
		expect(t.screen()).toContain('1 contract ')
	})

	it('makes the Ethereum key and the coins that a deployment lacks, and keeps what was typed', async () => {
		await contracts(deploys([second]))
		t.press('d')
		t.type(file())
		t.press('enter')
		await t.until('Deploy ../Se cond')
		t.press('tab')
		t.type('0x5FbDB2315678afecb367f032d93F642f64180aa3')
		t.press('ctrl+g')
		await t.until('New key')
		expect(t.screen()).toContain('Ethereum')
		t.type('builder')
		t.press('enter')
		await t.until('Words of builder')
		t.press('enter')
		await t.until(/from +builder/)
		expect(t.screen()).toContain('0x5FbDB2315678afecb367f032d93F642f64180aa3')
		await t.until('it has too few coins: Ctrl-G asks the faucet')
		t.press('ctrl+g')
		await t.until('the faucet sent coins')
		expect(t.chain.calls.some((call) => call.startsWith('faucet'))).toBe(true)
		await t.until(() => !t.screen().includes('too few coins'))
	})

	it('says that an Ethereum key is needed and how to make one', async () => {
		await contracts(deploys([both[0]!]))
		t.press('d')
		t.type(file())
		t.press('enter')
		await t.until('Deploy First')
		t.press('enter')
		await t.until('✗ there is no Ethereum key here: Ctrl-G makes one')
		expect(t.chain.calls.some((call) => call.startsWith('deploy'))).toBe(false)
	})
})

describe('the list of contracts', () => {
	it('says of each what it is worth, and which are not deployed, not there or not read yet', async () => {
		const read = evmDouble([]).account
		await contracts({
			account: async (address) => {
				if (address.startsWith('0x44')) return new Promise(() => {})
				const { code: _code, ...account } = await read(address)
				return account
			},
		})
		t.chain.evm?.abis.add('Bare', [])
		t.chain.evm?.abis.add('Waiting', [], `0x${'44'.repeat(20)}`)
		t.press('g', 'c')
		await t.until(/Wall +0x5[Ff]b.* none +0\.5 CHAIN/)
		expect(t.screen()).toMatch(/Bare +not deployed here/)
		expect(t.screen()).toMatch(/Waiting +0x44444.* … +…/)
	})

	it('does nothing with an ABI alone but open it, and says why', async () => {
		await contracts()
		t.chain.evm?.abis.add('Abstract', parseAbi(['function poke()', 'function size() view returns (uint256)']))
		t.press('home')
		await t.until(/▸.*Abstract/)
		t.press('o')
		await t.until('it is not deployed yet')
		t.press('enter')
		await t.until('2 functions')
		await t.until('not deployed here')
		t.press('/')
		t.type('poke')
		t.press('enter', 'enter')
		await t.until('this contract is not deployed yet')
		expect(t.chain.calls.some((call) => call.startsWith('send') || call.startsWith('call'))).toBe(false)
	})

	it('gives up its filter at Esc, before the screen is left', async () => {
		await contracts()
		t.press('/')
		t.type('nosuch')
		t.press('enter')
		await t.until('Nothing matches.')
		t.press('esc')
		await t.until('Wall')
		expect(t.app.state.screen).toBe('contracts')
	})

	it.each([60, 80, 200])('fits %i columns', async (columns) => {
		await contracts({}, { columns, rows: 24 })
		expect(t.screen()).toContain('Wall')
		if (columns < 84) expect(t.screen()).not.toContain('balance')
		else await t.until('0.5 CHAIN')
	})
})

describe('an opened contract', () => {
	const open = async (): Promise<void> => {
		t.press('enter')
		await t.until('2 functions')
	}

	it('keeps events in words, others as they are, the newest first', async () => {
		const decoded = {
			signature: 'Greeted(string)',
			name: 'Greeted',
			source: 'Wall',
			args: [
				{ name: 'text', type: 'string', text: 'hello' },
				{ name: '', type: 'bool', text: 'true' },
			],
		}
		await contracts({
			logs: async () => [
				doubleLog,
				{ ...doubleLog, index: 1, topics: [`0x${'ee'.repeat(32)}`] },
				{ ...doubleLog, index: 2, decoded },
			],
		})
		await open()
		t.press('v')
		await t.until('▾ Events 3')
		await t.until(/#1 Greeted\n?/)
		expect(t.screen()).toMatch(/text +hello/)
		expect(t.screen()).toMatch(/bool +true/)
		expect(t.screen()).toContain('no topic 0xabcd')
		const text = t.screen()
		expect(text.indexOf('Greeted')).toBeLessThan(text.indexOf('no topic'))
	})

	it('says that nothing is at an address, where there is none', async () => {
		const read = evmDouble([]).account
		await contracts({
			account: async (address) => {
				const { code: _code, ...account } = await read(address)
				return account
			},
			code: async () => '0x',
		})
		await open()
		await t.until('none: there is no contract here')
	})

	it('shows what a function said that failed, and goes on', async () => {
		await contracts({
			call: async () => {
				throw new UserError('execution reverted: Closed()')
			},
		})
		await open()
		await t.until('execution reverted: Closed()')
		t.press('enter')
		await t.until(/▾ count\(\) gave/)
	})

	it('shows that a function gave an empty text', async () => {
		await contracts({
			call: async () => ({
				data: '0x20' as const,
				values: [{ name: '', type: 'string', text: '' }],
			}),
		})
		await open()
		await t.until(/read +count\(\) +"" /)
	})

	it('keeps what it shows when the EVM no longer answers, and says so', async () => {
		let fails = false
		await contracts({
			logs: async () => {
				if (fails) throw unanswered
				return [doubleLog]
			},
		})
		await open()
		await t.until('1 event')
		fails = true
		await t.chain.greet('alice', 'a block with something in it')
		t.chain.makeBlock()
		await t.until('The EVM does not answer. · Start its listener.')
		expect(t.screen()).toContain('▾ Events 1')
	})

	it('reads the events of a chain that went back from its beginning', async () => {
		const wishes: (number | undefined)[] = []
		await contracts({
			logs: async ({ from }) => {
				wishes.push(from)
				if (wishes.length === 1) return [{ ...doubleLog, height: 40 }]
				if (from === 40) throw new UserError('block 40 does not exist')
				return [{ ...doubleLog, data: '0x0001' }]
			},
		})
		await open()
		await t.until('0xabcd')
		await t.chain.greet('alice', 'after it went back')
		t.chain.makeBlock()
		await t.until('0x0001')
		expect(wishes).toEqual([1, 40, 1])
		expect(t.screen()).not.toContain('0xabcd')
	})

	it('leaves its facts, then its filter, then itself at Esc', async () => {
		await contracts()
		await open()
		t.press('/')
		t.type('greet')
		t.press('enter', 'v')
		expect(t.app.screen.commands().find(({ id }) => id === 'contracts.facts')?.title).toBe('functions')
		t.press('esc')
		expect(t.app.screen.commands().find(({ id }) => id === 'contracts.facts')?.title).toBe('events & facts')
		expect(t.screen()).not.toContain('count()  ')
		t.press('esc')
		await t.until('count()  ')
		t.press('esc')
		await t.until('1 contract ')
	})

	it('says why Enter does nothing: no function is left, or no ABI is known', async () => {
		await contracts()
		await open()
		t.press('/')
		t.type('nosuch')
		t.press('enter', 'enter')
		await t.until('no function is selected')
		t.press('esc', 'esc')
		t.app.open('contracts', `0x${'55'.repeat(20)}`)
		await t.until('No ABI is known for this contract.')
		t.press('enter')
		await t.until('no ABI is known for this contract')
	})

	it('reads slots by decimal and hex numbers, and no others', async () => {
		await contracts()
		await open()
		t.press('s')
		t.type('-1')
		t.press('enter')
		await t.until('a number, decimal or 0x…')
		t.press('ctrl+u')
		t.type('0xFF')
		t.press('enter')
		await t.until('slot 255')
		expect(t.chain.calls).toContain('storage 255')
	})

	it('opens a folded section for what was asked for', async () => {
		await contracts()
		await open()
		await t.until('▾ count() gave')
		t.press(']', ']', 'z')
		await t.until(/▸ Storage 0/)
		t.press('s')
		t.type('7')
		t.press('enter')
		await t.until(/▾ Storage 1/)
	})

	it.each([
		[60, 16],
		[100, 24],
		[180, 50],
	])('fits %i×%i, with its facts beside the functions where there is room', async (columns, rows) => {
		await contracts({}, { columns, rows })
		await open()
		await t.until('╭─ Wall')
		const first =
			t
				.screen()
				.split('\n')
				.find((line) => line.includes('2 functions')) ?? ''
		expect(first.includes('╭─ Wall')).toBe(columns >= 140)
	})
})

describe('a trace', () => {
	it('a trace is asked for by a whole hash, and its refusal stays in the form', async () => {
		await contracts({
			trace: async () => {
				throw new UserError('There is no such transaction.', { next: 'Check its hash.' })
			},
		})
		t.press('t')
		t.type('0x12')
		t.press('enter')
		await t.until('a hash has 64 digits')
		t.press('ctrl+u')
		t.type('ab'.repeat(32))
		t.press('enter')
		await t.until('There is no such transaction.')
		expect(t.app.topOverlay?.name).toBe('form')
	})

	it.each([60, 120])('shows failed calls with their reason, %i columns wide', async (columns) => {
		const root = await evmDouble([]).trace('')
		await contracts(
			{
				trace: async () => ({
					...root,
					result: '',
					calls: [
						{
							...root,
							kind: 'DELEGATECALL',
							call: 'open(uint256)',
							result: 'Closed()',
							failed: true,
							value: 10n ** 18n,
							calls: [],
						},
					],
				}),
			},
			{ columns, rows: 30 },
		)
		t.press('t')
		t.type('ab'.repeat(32))
		t.press('enter')
		await t.until('└─ DELEGATECALL')
		expect(t.screen()).toContain('✗ Closed()')
		expect(t.screen()).not.toContain('→ 7')
		t.press('esc')
		await t.until('1 contract ')
	})
})

it('a link to a contract leads nowhere on a chain without an EVM, and says why', async () => {
	t = await testApp({ keys: ['alice'], columns: 100, rows: 30 })
	t.app.open('contracts', doubleContract)
	await t.until('This chain has no EVM.')
})

it('a folder of artifacts is no file, wherever it is', async () => {
	await contracts()
	const folder = join(mkdtempSync(join(tmpdir(), 'artifacts-')), 'out')
	mkdirSync(folder)
	t.press('a')
	t.type(folder)
	t.press('enter')
	await t.until('The file cannot be read.')
	t.press('tab')
	t.type('0x12')
	t.press('tab')
	t.type('a name')
	t.press('enter')
	await t.until('letters, digits, points, - and _')
})
