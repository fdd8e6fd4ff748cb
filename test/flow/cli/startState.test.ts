import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { askEth } from '../eth/evmTools.ts'
import { cli } from './testCli.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-state-'))
const who = '0x00000000000000000000000000000000000000ef'
const file = join(folder, 'fixture.json')

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a node until the questions are answered. */
async function during(home: string, flags: string, questions: (url: string) => Promise<void>): Promise<number> {
	const stop = new AbortController()
	const line = `start --home ${join(folder, home)} --chain-id chain_2222-1 --block-mode instant --threads 1 --eth 127.0.0.1:0 --rpc 127.0.0.1:0 --rest off --grpc off --endpoints off ${flags}`
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
	})

	test('a node without powers refuses a state before it starts, with what to do', async () => {
		const line = `start --home ${join(folder, 'three')} --chain-id chain_2222-1 --dump-state ${file}`
		const { exit, stderr } = await cli(line.split(' '))
		expect(exit).toBe(1)
		expect(stderr).toMatch(/The flag --dump-state needs --admin\.[\s\S]*--admin/)
	})
})
