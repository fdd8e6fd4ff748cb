import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { cli } from './testCli.ts'

describe('migration-report', () => {
	let home: string
	let node: TestNode
	let all: readonly string[]
	beforeAll(async () => {
		home = mkdtempSync(join(tmpdir(), 'chain-tui-report-'))
		node = await startNode({
			on: ['rpc', 'rest'],
			flags: { home, genesis: 'test/golden/localnet-genesis.json' },
		})
		await node.call('admin_mine', { blocks: 1 })
		const url = `${node.addresses.rest}/cosmos/auth/v1beta1/accounts?pagination.limit=1000`
		const text = await (await fetch(url)).text()
		all = [...new Set([...text.matchAll(/"address": *"(chain1[a-z0-9]+)"/g)].map((match) => match[1]!))]
	})
	afterAll(async () => {
		await node.close()
		rmSync(home, { recursive: true, force: true })
	})
	const run = (...args: string[]) =>
		cli(['migration-report', ...args, '--home', home], { env: { CHAIN_TUI_PASSPHRASE: 'long enough' } })

	test('tells of every account of the chain what each known client loses, in order', async () => {
		expect(all.length).toBeGreaterThan(3)
		const { stdout, stderr } = await run('-o', 'json')
		expect(stderr).toBe('')
		const report = JSON.parse(stdout) as {
			clients: string[]
			accounts: { address: string; kind: string; clients: { client: string; reads: number; break: number }[] }[]
			totals: Record<string, number>
		}
		expect(report.accounts.map(({ address }) => address).sort()).toEqual([...all].sort())
		expect(report.clients).toHaveLength(3)
		for (const { clients } of report.accounts) expect(clients.map(({ client }) => client)).toEqual(report.clients)
		const sum = report.accounts.flatMap(({ clients }) => clients).reduce((total, { reads }) => total + reads, 0)
		expect(report.totals).toMatchObject({ accounts: all.length, reads: sum })
		expect(new Set(report.accounts.map(({ kind }) => kind))).toContain('base')
	})

	test('tells of the accounts of an EVM, whose replies have no type', async () => {
		const other = mkdtempSync(join(tmpdir(), 'chain-tui-report-evm-'))
		const evm = await startNode({ on: ['rpc', 'rest'], flags: { home: other, chainId: 'chain_2222-1' } })
		try {
			await evm.call('admin_mine', { blocks: 1 })
			const { stdout, stderr } = await cli(['migration-report', '-o', 'json', '--home', other], {
				env: { CHAIN_TUI_PASSPHRASE: 'long enough' },
			})
			expect(stderr).toBe('')
			const { accounts } = JSON.parse(stdout) as { accounts: { kind: string; clients: { break: number }[] }[] }
			const [contract] = accounts.filter(({ kind }) => kind === 'account')
			expect(contract?.clients).not.toHaveLength(0)
			expect(contract?.clients.every(({ break: broken }) => broken > 0)).toBe(true)
		} finally {
			await evm.close()
			rmSync(other, { recursive: true, force: true })
		}
	})

	test('a report that is stopped has the accounts until then, says so and ends with 1', async () => {
		writeFileSync(join(home, 'none.json'), '[".height"]')
		const stop = new AbortController()
		const { exit, stdout, stderr } = await cli(
			['migration-report', ...all, '--clients', join(home, 'none.json'), '-o', 'json', '--home', home],
			{ stopped: stop.signal, onStdout: (text) => text.includes(all[0]!) && stop.abort() },
		)
		const { accounts, totals } = JSON.parse(stdout) as { accounts: { address: string }[]; totals: object }
		expect(accounts.map(({ address }) => address)).toEqual([all[0]])
		expect(totals).toMatchObject({ accounts: 1 })
		expect([exit, stderr]).toEqual([1, 'The report was stopped: it may lack accounts after its 1.\n'])
	})

	test('takes a list, clients of one’s own and labels; CSV is safe in a spreadsheet', async () => {
		const [first = '', second = ''] = all
		writeFileSync(join(home, 'list.txt'), `# ours\n${first}\n\n${second}\n`)
		writeFileSync(join(home, 'mine.json'), '[".result.value.sequence", ".result.value.coins"]')
		await cli(['label', 'set', second, '=HYPERLINK("x"), y', '--home', home])
		const { stdout, exit } = await run(
			...['--file', join(home, 'list.txt'), '--clients', join(home, 'mine.json'), '--format', 'csv'],
		)
		const lines = stdout.split('\r\n')
		expect(lines[0]).toBe('address,name,kind,client,reads,work,change,break,to do')
		expect(lines).toHaveLength(4)
		expect(lines[1]).toMatch(new RegExp(`^${first},,[a-z ]+,client,\\d,\\d,\\d,\\d,`))
		expect(lines[2]).toContain(`${second},"◇=HYPERLINK(""x""), y",`)
		expect(exit).toBe(stdout.includes('is left out') || stdout.includes('another value') ? 1 : 0)
	})

	test('a report ends with 0 where no read breaks, names keys, and is a table unless another form is asked for', async () => {
		const [first = ''] = all
		writeFileSync(join(home, 'height.json'), '[".height"]')
		await cli(['keys', 'add', 'eye', '--watch', first, '--home', home, '--keyring-backend', 'test'])
		const report = async (...flags: string[]) =>
			run(first, '--clients', join(home, 'height.json'), '--keyring-backend', 'test', ...flags)
		const table = await report()
		expect([table.exit, table.stdout.split('\n').filter((line) => line.startsWith('| '))[2]]).toEqual([
			0,
			expect.stringMatching(new RegExp(`^\\| (eye .*${first}|${first} .*eye)`)),
		])
		expect((await report('--format', 'md', '-o', 'json')).stdout).toBe(table.stdout)
		const { accounts } = JSON.parse((await report('-o', 'json')).stdout)
		expect(accounts).toMatchObject([{ address: first, name: 'eye' }])
	})

	test('says in one line what is wrong with a list or a client', async () => {
		writeFileSync(join(home, 'empty.txt'), '\n')
		expect((await run('--file', join(home, 'empty.txt'))).stderr).toContain('There is no address in')
		expect((await run('--clients', 'nobody-1.0')).exit).toBe(1)
		expect((await run('chain1nothing')).stderr.split('\n').length).toBeLessThanOrEqual(3)
	})
})
