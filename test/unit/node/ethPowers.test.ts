import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EthPowers } from '../../../src/api/eth/powers/EthPowers.ts'
import { addressFromText } from '../../../src/codec/address/address.ts'
import { emptyCodeHash } from '../../../src/modules/evm/state/StateObject.ts'
import { ethPowers } from '../../../src/node/ethPowers.ts'
import { devAccounts } from '../../../src/node/genesis/devAccounts.ts'
import { type OpenChain, openChain } from '../../../src/node/openChain.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import { systemClock } from '../../../src/util/Clock.ts'
import { silentLog } from '../../../src/util/Log.ts'
import type { Greeter } from '../../support/Greeter.ts'
import { greeterGenesis } from '../../support/greeterGenesis.ts'

const receiver = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'
let chain: OpenChain
let powers: EthPowers
let greeter: Greeter

async function open(chainId: string, admin: string): Promise<OpenChain> {
	const config = resolveNodeConfig({ home: '/nonexistent/powers', chainId, admin, blockMode: 'manual' }, {})
	const { document, greeters } = greeterGenesis(config, 1, '2026-01-01T00:00:00Z')
	const genesis = JSON.stringify(document)
	const opened = await openChain({ ...config, home: undefined, genesis }, systemClock, silentLog, () => {})
	await opened.engine.start()
	greeter = greeters[0]!
	return opened
}

beforeAll(async () => {
	chain = await open('chain_2222-1', 'on')
	powers = ethPowers(chain, true)
	await powers.mine(1)
})
afterAll(() => chain.close())

const names = () => chain.engine.snapshots.map(({ name }) => name)

test('a snapshot that programs take has the next number, and going back to one uses up it and those behind it', async () => {
	await chain.engine.snapshot('by-hand')
	const taken = () => powers.snapshot()
	expect(await taken()).toBe('0x1')
	await powers.mine(1)
	// Of the same height.
	expect([await taken(), await taken()]).toEqual(['0x2', '0x3'])
	await powers.mine(2)
	await powers.revert('0x2')
	expect([chain.engine.height, names()]).toEqual([2, ['by-hand', '0x1']])
	// No number comes twice, also when the node is started anew.
	expect([await taken(), await ethPowers(chain, false).snapshot()]).toEqual(['0x4', '0x5'])
	await chain.engine.snapshot('0xf')
	expect(await ethPowers(chain, false).snapshot()).toBe('0x10')
	await powers.revert('by-hand')
	expect([chain.engine.height, names()]).toEqual([1, ['by-hand', '0x1']])
	await expect(powers.revert('0x4')).rejects.toThrow('0x4')
})

test('a change of the state that fails is told, makes its block all the same and leaves nothing', async () => {
	const { height } = chain.engine
	const key = new Uint8Array(20).fill(7)
	const balance = () => chain.evm()!.getBalance(chain.app().createQueryContext(0), key)
	const put: Parameters<EthPowers['edit']>[0] = (ctx, keeper) =>
		keeper.setAccount(ctx, key, { nonce: 0n, codeHash: emptyCodeHash, balance: 5n })
	const failure = new Error('no such change')
	await expect(
		powers.edit((ctx, keeper) => {
			put(ctx, keeper)
			throw failure
		}),
	).rejects.toBe(failure)
	expect([chain.engine.height, balance()]).toEqual([height + 1, 0n])
	await powers.edit(put)
	expect([chain.engine.height, balance()]).toEqual([height + 2, 5n])
})

test('a change of the state is in a block without what waits, which can be dropped from the mempool', async () => {
	const { engine } = chain
	const tx = greeter.greeting(engine.chainId, 'waits')
	expect((await engine.broadcastTxSync(tx)).code).toBe(0)
	await powers.edit(() => {})
	await powers.limitBlockGas(40_000_000n)
	expect(await engine.mempoolTxs(9)).toEqual([tx])
	expect([await powers.dropTxs((other) => other.length === 0), await powers.dropTxs((other) => other === tx)]).toEqual([
		0, 1,
	])
	// Its sequence is free again.
	expect((await engine.broadcastTxSync(tx.slice())).code).toBe(0)
	await powers.mine(1)
	expect((await engine.block(engine.height))?.txs).toEqual([tx])
})

test('blocks of a chain with an EVM have seconds of their own once it has its powers', async () => {
	const { height } = chain.engine
	await powers.mine(3)
	const times = await Promise.all(
		[0, 1, 2, 3].map(async (more) => Number((await chain.engine.header(height + more))!.time.seconds)),
	)
	expect(new Set(times).size).toBe(4)
	const plain = await open('chain-localnet', 'on')
	ethPowers(plain, false)
	await plain.engine.setTime(4_000_000_000_000, { freeze: true })
	await plain.engine.mine(3)
	const plainTimes = await Promise.all([2, 3].map(async (at) => (await plain.engine.header(at))!.time.seconds))
	expect(plainTimes).toEqual([4_000_000_000n, 4_000_000_000n])
	await plain.close()
})

test('a gas limit of the blocks is that of the block after the one it makes', async () => {
	const limit = () => chain.app().consensusParams.block?.maxGas
	const [before, { height }] = [limit(), chain.engine]
	await powers.limitBlockGas(7_000_000n)
	expect([chain.engine.height, limit(), before === 7_000_000n]).toEqual([height + 1, 7_000_000n, false])
	await powers.limitBlockGas(before!)
})

test('powers act as whom the chain lets act, sign for the accounts of developers and tell whether failures are thrown', () => {
	const address = addressFromText(receiver, 'chain')
	expect(powers.actsAs(address)).toBe(false)
	chain.acting!.change([receiver], [])
	expect([powers.actsAs(address), powers.actsAs(new Uint8Array(20))]).toEqual([true, false])
	expect(powers.privateKeys).toEqual(devAccounts().map(({ privateKey }) => privateKey))
	expect([powers.throwsFailures, ethPowers(chain, false).throwsFailures]).toEqual([true, false])
	expect(powers.now()).toBe(Number(chain.engine.now().seconds) * 1_000)
})

test('a chain that begins again through its powers has a block and with it a state', async () => {
	await powers.reset()
	expect([chain.engine.height, names()]).toEqual([1, []])
})

test('powers over the EVM of a chain without one change nothing, and nobody may act there without --admin', async () => {
	const plain = await open('chain-localnet', 'off')
	const over = ethPowers(plain, false)
	expect(over.actsAs(addressFromText(receiver, 'chain'))).toBe(false)
	await expect(over.edit(() => {})).rejects.toThrow('powers over the EVM of a chain without one')
	await plain.close()
})
