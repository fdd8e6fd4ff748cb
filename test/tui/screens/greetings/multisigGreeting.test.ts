import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChainClient } from '../../../../src/client/ChainClient.ts'
import type { Node } from '../../../../src/node/createNode.ts'
import { connectTestClient, startTestNode } from '../../../flow/client/testChain.ts'
import type { Keyring } from '../../../flow/client/testKeyring.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

interface Person {
	readonly client: ChainClient
	readonly keyring: Keyring
}

let node: Node
let here: Person
let there: Person
let directory: string
let t: TestApp | undefined
let addresses: Readonly<Record<'couple' | 'family', string>>

beforeEach(async () => {
	directory = mkdtempSync(join(tmpdir(), 'multisig-greeting-'))
	node = await startTestNode()
	here = await connectTestClient('embedded', node)
	there = await connectTestClient('embedded', node)
	const pubKeys: string[] = []
	for (const name of ['alice', 'bob', 'dave']) pubKeys.push((await here.keyring.create(name)).key.pubKey ?? '')
	const carol = (await there.keyring.create('carol')).key.pubKey ?? ''
	const members = [pubKeys[0] ?? '', carol]
	const couple = await here.keyring.addMultisig('couple', 2, pubKeys, { keepOrder: true })
	const family = await here.keyring.addMultisig('family', 2, members)
	await there.keyring.addMultisig('family', 2, members)
	addresses = { couple: couple.address, family: family.address }
	for (const { address } of await here.keyring.list()) await here.client.admin?.faucet(address)
})

afterEach(async () => {
	await t?.stop()
	t = undefined
	await here.client.close()
	await there.client.close()
	await node.close()
	rmSync(directory, { recursive: true })
})

async function open(key: string): Promise<TestApp> {
	t = await testApp({ client: here.client, preferences: { key }, directory, columns: 120, rows: 40 })
	await t.until(() => t?.app.state.current === key)
	t.press('2', 'n')
	return t
}

describe('a greeting of a multisig key', () => {
	it('a greeting of a multisig key is signed by it, and is its own in the block', async () => {
		const app = await open('couple')
		expect(app.screen()).toContain('couple (2 of 3 sign)')
		expect(app.screen()).toContain('alice, bob · Space chooses')
		app.type('from both of us')
		app.press('enter')
		await app.until('in block')
		expect(await here.client.greeting('0')).toMatchObject({ owner: addresses.couple, message: 'from both of us' })
	})

	it('a greeting of a multisig key is signed by the members that were chosen', async () => {
		const app = await open('couple')
		app.type('from bob and dave')
		app.press('shift+tab', 'down', 'space', 'enter')
		expect(app.screen()).toContain('choose 2, or none: then the first 2 sign')
		app.press('down', 'space', 'enter')
		await app.until('in block')
		const tx = await here.client.tx((await here.client.greetingTx('0'))?.hash ?? '')
		// The second and the third of three.
		expect(JSON.stringify(tx?.json)).toContain('"elems":"YA=="')
		expect(tx?.signers).toEqual([addresses.couple])
	})

	it('says who is missing, saves the transaction for them, and is sent once their signatures are there', async () => {
		const app = await open('family')
		expect(app.screen()).toMatch(/1 more must sign, of A.{9}…: Enter saves a file for them/)
		app.type('from all of us')
		app.press('enter')
		await app.until('1 of 2 signatures collected')
		expect(app.screen()).toContain('✓ alice')
		expect(await here.client.greetingCount()).toBe(0)
		const [file = ''] = readdirSync(directory)
		expect(file).toMatch(/^family-\d+-unsigned\.json$/)
		const elsewhere = await there.client.multisigOf('family', readFileSync(join(directory, file), 'utf8'))
		await elsewhere.sign(['carol'])
		const signatures = join(directory, 'carol.json')
		writeFileSync(signatures, elsewhere.signaturesJson)
		app.type(join(directory, 'absent.json'))
		app.press('enter')
		await app.until('cannot be read')
		app.press('ctrl+u')
		app.type(signatures)
		app.press('enter')
		await app.until('in block')
		expect(await here.client.greeting('0')).toMatchObject({ owner: addresses.family, message: 'from all of us' })
	})
})

it('signatures that were collected are not lost when the page is closed: file and paste bring them back', async () => {
	const app = await open('family')
	app.type('from all of us')
	app.press('enter')
	await app.until('1 of 2 signatures collected')
	expect(app.screen()).toContain('MsgCreateGreet {')
	app.press('ctrl+s')
	await app.until(() => readdirSync(directory).length === 2)
	app.press('ctrl+o')
	await app.until('Transaction to sign')
	expect(app.screen()).toMatch(/[█▀▄]{20}|needs \d+ columns/)
	app.press('enter', 'esc', 'esc')
	const file = readdirSync(directory).find((name) => name.endsWith('unsigned.json')) ?? ''

	// Another member opens it: nothing is signed before they say so.
	const other = await testApp({
		client: there.client,
		preferences: { key: 'family' },
		directory,
		columns: 80,
		rows: 24,
	})
	rmSync(join(directory, file.replace('unsigned', 'signatures')))
	await other.until(() => other.app.state.current === 'family')
	other.press('4', 'G')
	await other.until('family')
	other.press('O')
	await other.until('it signs nothing')
	other.type(join(directory, file))
	other.press('enter')
	await other.until('0 of 2 signatures collected')
	other.press('ctrl+g')
	await other.until('✓ carol')
	expect(other.screen()).toContain('1 of 2 signatures collected')
	other.press('ctrl+s')
	await other.until(() => readdirSync(directory).length === 2)
	const pasted = readFileSync(join(directory, file.replace('unsigned', 'signatures')), 'utf8')
	await other.stop()

	// The first one opens it again, signs, and pastes what the other sent.
	rmSync(join(directory, file.replace('unsigned', 'signatures')))
	app.press('4', 'G')
	await app.until('family')
	app.press('O')
	await app.until('Opening it signs nothing')
	app.type(join(directory, file))
	app.press('enter')
	await app.until('0 of 2 signatures collected')
	app.press('ctrl+g')
	await app.until('1 of 2 signatures collected')
	app.event({ type: 'paste', text: pasted })
	app.press('enter')
	await app.until('in block')
	expect(await here.client.greeting('0')).toMatchObject({ owner: addresses.family, message: 'from all of us' })
}, 30_000)

it('coins of a multisig key are sent by it', async () => {
	t = await testApp({ client: here.client, preferences: { key: 'couple' }, directory, columns: 120, rows: 40 })
	t.press('4')
	await t.until('couple')
	t.press('G')
	await t.until('family')
	t.press('k', 's')
	expect(t.screen()).toContain('Send from couple')
	t.type('alice')
	t.press('tab')
	t.type('5')
	t.press('enter')
	await t.until('in block')
	const { txs } = await here.client.searchTxs(`message.sender='${addresses.couple}'`, 1, 10)
	expect(txs.map(({ signers }) => signers)).toContainEqual([addresses.couple])
})

it('a watched address is never swapped for another key', async () => {
	await here.keyring.addWatchOnly('treasury', (await there.keyring.get('carol'))?.address ?? '')
	const app = await open('treasury')
	app.type('not mine')
	app.press('enter')
	await app.until('this key only watches an address')
	expect(await here.client.greetingCount()).toBe(0)
})
