import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChainClient } from '../../../../src/client/ChainClient.ts'
import { connectTestClient, startTestNode } from '../../../flow/client/testChain.ts'
import type { TestNode } from '../../../support/startNode.ts'
import { digitOf, type TestApp, testApp } from '../../support/testApp.ts'

const words = 'test test test test test test test test test test test junk'
const artifact = 'examples/contracts/Wall.json'

describe('on a chain with an EVM the Contracts screen', () => {
	let node: TestNode
	let client: ChainClient
	let t: TestApp

	beforeAll(async () => {
		node = await startTestNode({ chainId: 'chain_2222-1', eth: '127.0.0.1:0' })
		const connected = await connectTestClient('embedded', node)
		client = connected.client
		await connected.keyring.importMnemonic('dev', words, { algo: 'eth_secp256k1' })
		t = await testApp({ client, columns: 120, rows: 44 })
		// The first question loads what speaks to the EVM, the first call the EVM itself.
		await client.status()
		await client.evm?.call({ to: '0x0000000000000000000000000000000000000004', fn: 'f()', args: [] })
		t.press('g', 'c')
	})

	afterAll(async () => {
		await t.stop()
		await client.close()
		await node.close()
	})

	/** Selects the only function with this text, and presses Enter in it. */
	function choose(text: string): void {
		t.press('/', 'ctrl+u')
		t.type(text)
		t.press('enter', 'enter')
	}

	it('says how to begin', async () => {
		await t.until('No contract is known here yet.')
		expect(t.screen()).toContain('d deploys one')
	})

	it('the Contracts screen without a contract begins with the button that deploys a first one', async () => {
		await t.until('⏎ deploy a first contract')
		t.press('enter')
		await t.until('Deploy a contract')
		t.press('esc')
		await t.until('No contract is known here yet.')
	})

	it('deploys from the file of a compiler, asking what the constructor takes', async () => {
		t.press('d')
		t.type('nothing.json')
		t.press('enter')
		await t.until('there is no such file')
		t.press('ctrl+u')
		t.type(artifact)
		t.press('enter')
		await t.until('Deploy Wall')
		expect(t.screen()).toContain('title ')
		t.type('Our wall')
		t.press('enter')
		await expect.poll(() => t.screen(), { timeout: 30_000 }).toContain('7 functions')
	})

	it('shows what it is: both addresses, code, and what its plain functions say', async () => {
		await t.until('Our wall')
		await t.until('bech32')
		expect(t.screen()).toMatch(/code +[\d,]+ bytes, hash 0x/)
		expect(t.screen()).toMatch(/read +count\(\) +0 /)
		expect(t.screen()).toMatch(/read +painter\(\) +0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/)
	})

	it('sends by a form made of the ABI, with coins, and shows the event as it comes', async () => {
		choose('greet(')
		await t.until('Send greet')
		t.type('hello wall')
		t.press('tab')
		t.type('0.5')
		t.press('enter')
		await t.until('Greeted')
		// The event comes after what the call gave.
		await t.until(/text +hello wall/)
		await t.until(/tip +500000000000000000/)
		await t.until('0.5 CHAIN')
		t.press('esc')
		await t.until(() => /read +count\(\) +1 /.test(t.screen()))
	})

	it('reads a function that takes something, and tells a wrong argument while it is typed', async () => {
		choose('greeting(')
		await t.until('Read greeting')
		t.type('x')
		t.press('enter')
		await t.until('"x" is no whole number')
		t.press('ctrl+u')
		t.type('0')
		t.press('enter')
		await t.until('hello wall")')
		t.press('enter')
		t.type('9')
		t.press('enter')
		await t.until('NoSuchGreeting(id: 9, count: 1)')
		t.press('esc')
	})

	it('keeps a refused call in its form, in the words of the contract', async () => {
		choose('greet(')
		await t.until('Send greet')
		t.press('enter')
		await t.until('EmptyGreeting()')
		expect(t.screen()).toContain('Send greet')
		t.press('esc', 'esc')
	})

	it('reads a slot', async () => {
		t.press('s')
		t.type('1')
		t.press('enter')
		await t.until('slot 1')
		expect(t.screen()).toContain(`0x${(5n * 10n ** 17n).toString(16).padStart(64, '0')}`)
	})

	it('traces the last transaction as a tree with gas', async () => {
		choose('clean')
		await t.until('Send clean')
		t.press('enter')
		await t.until('Cleaned')
		t.press('t', 'enter')
		await t.until('CALL Wall clean()')
		expect(t.screen()).toMatch(/└─ CALL 0xf39Fd6…2266 coins only · 0\.5 CHAIN +0 +0/)
		t.press('esc', 'esc', 'esc')
		await t.until('1 contract ')
	})

	it('transactions of a contract are told in words on the Transactions screen, one that failed with its reason', async () => {
		for await (const _ of client.evm!.send('dev', { to: 'Wall', fn: 'greet', args: [''], gas: 200_000n }));
		t.press(digitOf('transactions'))
		await t.until(() => /✗ +call +dev +→ 0x/.test(t.screen()))
		expect(t.screen()).toMatch(/✓ +contract +dev +new contract/)
		t.press('home', 'enter')
		await t.until('✗ failed in the EVM; fee and nonce are spent')
		await t.until(/why +execution reverted: EmptyGreeting\(\)/)
		await t.until(/signer +✓ dev · 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/)
		expect(t.screen()).toMatch(/calls +greet\(string\) +by the ABI Wall/)
		expect(t.screen()).toMatch(/fee +at most 0\.\d+ CHAIN/)
		// The older one is the contract's own call that emptied it, the one before a greeting with coins.
		t.press('-')
		await t.until('event Cleaned(uint256) of 0x')
		t.press('-')
		await t.until(/text +hello wall/)
		expect(t.screen()).toMatch(/value +0\.5 CHAIN/)
		expect(t.screen()).toContain('event Greeted(uint256')
		t.press('esc', 'g', 'c')
	})

	it('the account of a contract tells both addresses and its code, and leads back to the contract', async () => {
		const { address, bech32 } = await client.evm!.account('Wall')
		t.press(digitOf('accounts'), '/')
		t.type(address.toLowerCase())
		t.press('enter')
		await t.until(/contract, [\d,]+ bytes/)
		expect(t.screen()).toContain(bech32)
		expect(t.screen()).toContain(address)
		t.press('w')
		await t.until('7 functions')
		t.press('esc', ':')
		t.type(address)
		await t.until('open account of')
		t.press('enter')
		await t.until(/contract, [\d,]+ bytes/)
		t.press('o')
		// What it received and what called it.
		await t.until(/call +dev/)
		t.press('esc', 'g', 'c')
	})

	it('forgets one here, and adds it again by its address', async () => {
		const address = client.evm?.abis.list()[0]?.addresses[0] ?? ''
		t.press('x', 'enter')
		await t.until('No contract is known here yet.')
		t.press('a')
		t.type(artifact)
		t.press('tab')
		t.type(address)
		t.press('enter')
		await t.until('7 functions')
		await t.until('Cleaned')
	})
})

it('the Contracts screen of a chain without an EVM begins with the button that starts one beside it', async () => {
	const t = await testApp({ keys: ['alice'], columns: 80, rows: 24 })
	const switched: string[] = []
	t.app.switchNode = (url) => void switched.push(url)
	t.press('g', 'c')
	expect(t.screen()).toContain('this chain has no EVM')
	expect(t.screen()).toContain('⏎ start a chain with contracts beside this one')
	t.press('d')
	expect(t.screen()).not.toContain('Deploy a contract')
	t.press('enter')
	expect(switched).toEqual(['own:chain_2222-1'])
	await t.stop()
})
