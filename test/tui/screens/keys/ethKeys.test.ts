import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChainClient } from '../../../../src/client/ChainClient.ts'
import type { Node } from '../../../../src/node/createNode.ts'
import { connectTestClient, startTestNode } from '../../../flow/client/testChain.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let node: Node
let client: ChainClient
let t: TestApp

beforeAll(async () => {
	node = await startTestNode({ chainId: 'chain_2222-1', eth: '127.0.0.1:0' })
	;({ client } = await connectTestClient('embedded', node))
	t = await testApp({ client, columns: 120, rows: 36 })
	t.press('4')
})

afterAll(async () => {
	await t.stop()
	await client.close()
	await node.close()
})

describe('Ethereum keys on the Keys screen', () => {
	it('Ethereum keys on the Keys screen are chosen in the form, and shown with both addresses', async () => {
		t.press('c')
		t.type('dev')
		t.press('tab', 'right')
		expect(t.screen()).toContain('signs for contracts too')
		t.press('enter')
		await t.until('shown only this once')
		t.press('enter')
		await t.until('0x address')
		const key = await client.keys.get('dev')
		expect(t.screen()).toContain(key?.ethAddress)
		expect(t.screen()).toContain(key?.address)
		expect(t.screen()).toMatch(/● +dev +ethereum/)
	})

	it('Ethereum keys on the Keys screen are imported from a private key with 0x', async () => {
		t.press('i')
		t.type('known')
		t.press('tab', 'right', 'tab')
		t.type('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
		t.press('tab', 'right', 'enter')
		await t.until('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
	})

	it('send coins to a 0x address, which the form shows in bech32 and checks', async () => {
		t.press('s')
		t.type(other.replace('C51', 'c51'))
		t.press('enter')
		await t.until('the capital letters of the 0x address do not fit')
		t.press('ctrl+u')
		t.type(other)
		await t.until('chain1wzvhjux9rqfdcwspp37srdgwp5tac7wg75tx5n')
		t.press('tab')
		t.type('2')
		t.press('enter')
		await expect.poll(async () => client.balances(other)).toEqual([{ denom: 'uchain', amount: '10002000000' }])
	})
})
