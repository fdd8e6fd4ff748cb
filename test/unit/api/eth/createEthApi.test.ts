import { expect, test } from 'vitest'
import { createEthBench } from './ethBench.ts'

test('a block whose state is not kept has no base fee where it reports none itself', async () => {
	const chain = await createEthBench({ feeMarket: { noBaseFee: true }, lowest: 2 })
	await chain.mine()
	const first = await chain.ask('eth_getBlockByNumber', '0x1', false)
	expect(first).toMatchObject({ number: '0x1' })
	expect(first).not.toHaveProperty('baseFeePerGas')
	expect(await chain.ask('eth_getBlockByNumber', '0x2', false)).toHaveProperty('baseFeePerGas', '0x0')
	await chain.mine()
	chain.disk.isBroken = true
	expect(await chain.ask('eth_getBlockByNumber', '0x3', false)).toBe('the disk is gone')
})

test('the program names itself as suites for anvil expect where it has powers', async () => {
	const [plain, powerful] = [await createEthBench(), await createEthBench({ keys: [] })]
	expect(await plain.ask('web3_clientVersion')).toBe('bench')
	expect(await powerful.ask('web3_clientVersion')).toBe('anvil-compatible/bench')
	const missing = 'the method evm_mine does not exist/is not available'
	expect(await plain.ask('evm_mine')).toBe(missing)
	expect(await powerful.ask('evm_mine')).toBe('0x0')
})

test('powers and keys are for programs of the node’s own machine, and wallets have few methods', async () => {
	const { api } = await createEthBench({ keys: [new Uint8Array(32).fill(0x11)] })
	const reply = async (method: string, asking?: object) => {
		const text = await api.handler.reply(JSON.stringify({ id: 1, method, params: [] }), asking)
		const { result, error } = JSON.parse(text)
		return result ?? error.message
	}
	const own = { ownMachine: true }
	const foreign = (name: string) => `the method ${name} answers programs of the node's own machine only`
	for (const name of ['evm_mine', 'personal_listAccounts']) {
		expect(await reply(name)).toBe(foreign(name))
		expect(await reply(name, { ownMachine: false })).toBe(foreign(name))
	}
	expect(await reply('evm_mine', own)).toBe('0x0')
	expect(await reply('personal_listAccounts', own)).toEqual(['0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a'])
	expect(await reply('txpool_status', { isWallet: true })).toMatch(/^the method txpool_status does not answer wallets/)
	expect(await reply('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
	expect(await reply('eth_chainId', { isWallet: true })).toBe('0x8ae')
})
