import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEther } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { readRunningNode } from '../../../src/node/home/runningNode.ts'
import { account, askEth } from '../eth/evmTools.ts'
import { cli } from './testCli.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-state-'))
const who = '0x00000000000000000000000000000000000000ef'
const file = join(folder, 'fixture.json')

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a node until the questions are answered. */
async function during(
	home: string,
	flags: string,
	questions: (url: string) => Promise<void>,
	blockMode = 'instant',
): Promise<number> {
	const stop = new AbortController()
	const line = `start --home ${join(folder, home)} --chain-id chain_2222-1 --block-mode ${blockMode} --threads 1 --eth 127.0.0.1:0 --rpc 127.0.0.1:0 --rest off --grpc off --endpoints off ${flags}`
	let told = ''
	const running = cli(line.split(' ').filter(Boolean), { stopped: stop.signal, onStdout: (text) => (told += text) })
	await expect.poll(() => told, { timeout: 30_000 }).toMatch(/^ready .*\n$/)
	const { eth } = JSON.parse(told.slice('ready '.length)) as { readonly eth: string }
	try {
		await questions(eth)
	} finally {
		stop.abort()
	}
	return (await running).exit
}

describe('the state of a node in a file', () => {
	test('a node writes its accounts and contracts into a file at its end, and another one begins with them', async () => {
		const first = await during('one', `--admin --state ${file}`, async (url) => {
			await askEth(url, 'anvil_setBalance', [who, '0x7b'])
			await askEth(url, 'anvil_setCode', [who, '0x6001'])
			await askEth(url, 'anvil_setStorageAt', [who, '0x2', `0x${'00'.repeat(31)}09`])
		})
		expect(first).toBe(0)
		const { accounts } = JSON.parse(readFileSync(file, 'utf8'))
		expect(accounts[who]).toMatchObject({ balance: '0x7b', code: '0x6001' })
		const copy = join(folder, 'copy.json')
		const second = await during('two', `--admin --state ${file} --dump-state ${copy}`, async (url) => {
			expect((await askEth(url, 'eth_getBalance', [who, 'latest'])).result).toBe('0x7b')
			expect((await askEth(url, 'eth_getCode', [who, 'latest'])).result).toBe('0x6001')
			expect((await askEth(url, 'eth_getStorageAt', [who, '0x2', 'latest'])).result).toMatch(/09$/)
		})
		expect(second).toBe(0)
		expect(JSON.parse(readFileSync(copy, 'utf8')).accounts[who]).toEqual(accounts[who])
		// A chain that is there keeps its state, and has its own written.
		writeFileSync(copy, readFileSync(copy, 'utf8').replace('0x7b', '0x99'))
		const again = await during('two', `--admin --state ${copy}`, async (url) => {
			expect((await askEth(url, 'eth_getBalance', [who, 'latest'])).result).toBe('0x7b')
		})
		expect([again, JSON.parse(readFileSync(copy, 'utf8')).accounts[who]]).toEqual([0, accounts[who]])
	})

	test('a node whose state cannot be loaded, or written at its end, ends all the same', async () => {
		const bad = join(folder, 'bad.json')
		writeFileSync(bad, '{"accounts":{"zz":1}}')
		const home = join(folder, 'bad')
		const line = `start --home ${home} --chain-id chain_2222-1 --threads 1 --eth 127.0.0.1:0 --rpc 127.0.0.1:0 --rest off --grpc off --endpoints off --admin`
		const refused = await cli([...line.split(' '), '--state', bad])
		expect([refused.exit, refused.stdout, readRunningNode(home)]).toEqual([1, '', undefined])
		expect(refused.stderr).toMatch(/^Error: The flag --state cannot be loaded\.\n/)
		// A file stands where the folder should be.
		const stop = new AbortController()
		const unwritten = await cli([...line.split(' '), '--dump-state', join(bad, 'state.json')], {
			stopped: stop.signal,
			onStdout: () => stop.abort(),
		})
		expect([unwritten.exit, readRunningNode(home)]).toEqual([1, undefined])
		expect(unwritten.stderr).toMatch(/^Error: .*state\.json cannot be written\.\n/)
	})

	test.each([
		['--dump-state FILE', '--dump-state'],
		['--state FILE', '--state'],
		['--state FILE --dump-state FILE', '--state'],
		['--throw-on-transaction-failures', '--throw-on-transaction-failures'],
	])('a node without powers refuses %s before it starts, with what to do', async (flags, named) => {
		const home = join(folder, 'three')
		const line = `start --home ${home} --chain-id chain_2222-1 ${flags.replaceAll('FILE', file)}`
		expect(await cli(line.split(' '))).toEqual({
			...{ exit: 1, stdout: '' },
			stderr: `Error: The flag ${named} needs --admin.\nGive a chain id with a number, such as chain_2222-1, and --admin, which lets programs of this machine change the chain.\n`,
		})
		expect(existsSync(home)).toBe(false)
	})
})

test('a node whose blocks are made by hand tells balances, codes and calls before anybody makes one, also after a reset', async () => {
	const rich = account(0).address
	const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11'
	const questions = async (url: string): Promise<void> => {
		for (const at of ['latest', 'pending', 'earliest', '0x0']) {
			expect(BigInt((await askEth(url, 'eth_getBalance', [rich, at])).result)).toBe(parseEther('10000'))
			expect((await askEth(url, 'eth_getCode', [multicall, at])).result).toMatch(/^0x6080/)
			// getChainId()
			const call = { to: multicall, data: '0x3408e470' }
			expect(BigInt((await askEth(url, 'eth_call', [call, at])).result)).toBe(2222n)
		}
		expect((await askEth(url, 'eth_estimateGas', [{ from: rich, to: who, value: '0x1' }])).result).toBe('0x5208')
		expect((await askEth(url, 'eth_gasPrice')).error).toBeUndefined()
	}
	const exit = await during(
		'manual',
		'--admin',
		async (url) => {
			await questions(url)
			const { result: hash } = await askEth(url, 'eth_sendTransaction', [{ from: rich, to: who, value: '0x1' }])
			expect((await askEth(url, 'eth_getTransactionReceipt', [hash])).result).toBeNull()
			await askEth(url, 'evm_mine')
			expect((await askEth(url, 'eth_getTransactionReceipt', [hash])).result.status).toBe('0x1')
			await askEth(url, 'anvil_reset')
			await questions(url)
		},
		'manual',
	)
	expect(exit).toBe(0)
})

test('a node of the EVM whose blocks are made by hand makes the first one itself, once, and none where it imitates Ethermint', async () => {
	/** Flags that begin a new chain with a balance. */
	const begin = (balance: string): string => {
		const state = join(folder, `${balance}.json`)
		writeFileSync(state, JSON.stringify({ accounts: { [who]: { balance } } }))
		return `--admin --state ${state} --dump-state ${join(folder, 'written.json')}`
	}
	const told: string[] = []
	const tell = async (home: string, flags: string) =>
		during(
			home,
			flags,
			async (url) => {
				const height = (await askEth(url, 'eth_blockNumber')).result
				told.push(`${height} ${(await askEth(url, 'eth_getBalance', [who, 'latest'])).result}`)
			},
			'manual',
		)
	await tell('ethermint', '--admin --eth-compat ethermint')
	await tell('first', '--admin')
	await tell('first', '--admin')
	// A chain that has no more than its first block is new.
	await tell('first', begin('0x7b'))
	await tell('first', begin('0x99'))
	expect(told).toEqual(['0x0 undefined', '0x1 0x0', '0x1 0x0', '0x2 0x7b', '0x2 0x7b'])
})
