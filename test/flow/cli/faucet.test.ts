import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { cli } from './testCli.ts'

const home = mkdtempSync(join(tmpdir(), 'chain-tui-faucet-'))
const receiver = 'chain1qurswpc8qurswpc8qurswpc8qurswpc8x3n3t5'
let node: TestNode
beforeAll(async () => {
	node = await startNode({ on: ['rpc'] })
	await node.engine.mine()
})
afterAll(async () => {
	await node.close()
	rmSync(home, { recursive: true, force: true })
})

const run = (...args: string[]) => cli(['faucet', ...args, '--home', home, '--node', node.addresses.rpc!])

test.each([
	[[receiver], '1000000000uchain'],
	[[`0x${'07'.repeat(20)}`, '5000000uchain'], '5000000uchain'],
])('the faucet command sends to %j and prints what arrived in which block', async (args, amount) => {
	const { exit, stdout } = await run(...args, '--output', 'json')
	expect([exit, JSON.parse(stdout)]).toEqual([
		0,
		{ to: receiver, amount, txhash: expect.stringMatching(/^[0-9A-F]{64}$/), height: String(node.engine.height) },
	])
})

test('the faucet command that cannot send says why and where to get coins', async () => {
	const { exit, stdout, stderr } = await run(receiver, '999999999999999999uchain')
	expect([exit, stdout]).toEqual([1, ''])
	expect(stderr.split('\n')).toEqual([
		`Error: The faucet could not send to ${receiver}.`,
		expect.stringMatching(/^The account .*\.$/),
		'Only chains whose genesis funds the published faucet mnemonic have one; elsewhere send from a key with coins.',
		'',
	])
})

test.each([
	[['nobody'], 'Error: '],
	[[receiver, 'many'], 'Error: invalid decimal coin expression: many\n'],
])('the faucet command refuses %j', async (args, text) => {
	const { exit, stdout, stderr } = await run(...args)
	expect([exit, stdout, stderr.slice(0, text.length)]).toEqual([1, '', text])
})
