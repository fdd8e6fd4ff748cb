import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { removeRunningNode, writeRunningNode } from '../../../src/node/home/runningNode.ts'
import { largeGenesis } from '../../../src/node/resolveNodeConfig.ts'
import { startNode } from '../../support/startNode.ts'
import { cli } from './testCli.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-init-'))
let home: string
beforeEach(() => {
	home = mkdtempSync(join(folder, 'home-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (line: string, answers?: readonly string[]) =>
	cli([...line.split(' '), '--home', home], answers === undefined ? {} : { answers })
const done = (stderr: string) => ({ exit: 0, stdout: '', stderr })
const refused = (stderr: string) => ({ exit: 1, stdout: '', stderr })

test('init makes a chain with the names that it is given, once', async () => {
	const made = await run('init --chain-id mine-1 --prefix mine --denom umine -o json')
	expect([made.exit, JSON.parse(made.stdout), made.stderr]).toEqual([
		0,
		{ home, chain_id: 'mine-1', prefix: 'mine', denom: 'umine' },
		'',
	])
	expect(await run('init')).toEqual(
		refused(
			`Error: There is already a chain in ${home}.\nStart it again with \`chain-tui reset\`, or choose another folder with --home.\n`,
		),
	)
})

test('init begins a chain with a genesis file that is too large for the memory, and says how far it is', async () => {
	const genesis = JSON.parse(readFileSync('test/golden/localnet-genesis.json', 'utf8'))
	genesis.app_state.auth.params.max_memo_characters = '300'
	const file = join(home, 'large.json')
	writeFileSync(file, `${JSON.stringify(genesis)}${' '.repeat(largeGenesis)}`)
	expect(await cli(['init', '--genesis', file, '--home', home], { onTerminal: true })).toMatchObject({
		exit: 0,
		stderr: expect.stringMatching(/^(\r\u001b\[K\w+ [^\r]+)+\r\u001b\[K$/),
	})
	const { app_state } = JSON.parse((await run('export')).stdout)
	expect(app_state.auth.params.max_memo_characters).toBe('300')
})

test('reset begins a chain again once its id is typed', async () => {
	const node = await startNode({ flags: { home } })
	await node.engine.mine(2)
	const { height } = node.engine
	await node.close()
	const question = (blocks: number) => `Type the chain id to forget its ${blocks} blocks (chain-localnet): `
	expect(await run('reset', ['chain'])).toEqual(refused(`${question(height)}Nothing was changed.\n`))
	expect(await run('reset', ['chain-localnet'])).toEqual(
		done(`${question(height)}chain-localnet begins again from its genesis at the next start.\n`),
	)
	expect((await run('reset', ['no'])).stderr).toBe(`${question(0)}Nothing was changed.\n`)
})

test('reset forgets a chain whose database is damaged, once its id is typed', async () => {
	await run('init')
	const data = join(home, 'data')
	for (const name of readdirSync(data)) if (name.startsWith('MANIFEST')) rmSync(join(data, name))
	const no = await run('reset', ['no'])
	const question = 'Type the chain id to forget it (chain-localnet): '
	expect(no).toEqual(refused(expect.stringMatching(/(damaged|lost).*\n/)))
	expect(no.stderr.endsWith(`\n${question}Nothing was changed.\n`)).toBe(true)
	expect(existsSync(join(data, 'CURRENT'))).toBe(true)
	const yes = await run('reset', ['chain-localnet'])
	expect(yes).toEqual(done(expect.stringContaining(question)))
	expect(yes.stderr).toMatch(
		/\(chain-localnet\): A new chain begins at the next start, of the built-in genesis or of --genesis FILE\.\n$/,
	)
	expect(existsSync(join(data, 'CURRENT'))).toBe(false)
	expect((await run('init')).exit).toBe(0)
})

test('reset keeps a chain that cannot be opened because another program has it', async () => {
	const node = await startNode({ flags: { home } })
	try {
		// As after a crash: the node is not announced, but its database is open.
		removeRunningNode(home)
		expect(await run('reset --yes')).toEqual(refused(expect.stringMatching(/^Error: .+ is in use/)))
		expect(existsSync(join(home, 'data', 'CURRENT'))).toBe(true)
	} finally {
		await node.close()
	}
})

test('neither init nor reset touches the home of a node that runs', async () => {
	writeRunningNode(home, { pid: process.pid, chainId: 'chain-localnet' })
	for (const line of ['init', 'reset -y']) {
		expect(await run(line), line).toEqual(
			refused(
				`Error: A node runs on ${home} (process ${process.pid}).\nStop it first, or do this on its Node screen in the app.\n`,
			),
		)
	}
	expect(existsSync(join(home, 'data'))).toBe(false)
	removeRunningNode(home)
})
