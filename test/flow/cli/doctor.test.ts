import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeRunningNode } from '../../../src/node/home/runningNode.ts'
import { type CliSurroundings, cli } from './testCli.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-doctor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the doctor tells of Node, native parts, key store, disk, ports and terminal', async () => {
	const { exit, stdout } = await cli(['doctor', '--home', join(folder, 'home'), '--output', 'json'])
	const findings = JSON.parse(stdout) as readonly { readonly what: string; readonly told: string }[]
	expect(exit).toBe(0)
	expect(findings.map(({ what }) => what)).toEqual(
		expect.arrayContaining(['Node', 'signatures', 'chain on disk', 'endpoints', 'key store', 'home', 'terminal']),
	)
	const { bavail, bsize } = statfsSync(folder)
	const [, free] = /, (\d+\.\d) GB free$/.exec(findings.find(({ what }) => what === 'home')?.told ?? '') ?? []
	// Others write to the disk meanwhile.
	expect(Math.abs(Number(free) - (bavail * bsize) / 1e9)).toBeLessThan(1)
})

test('a port that was asked for and is taken is bad, with what to do; one that this home’s own node has is good', async () => {
	const server = createServer()
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as { readonly port: number }
	const home = join(folder, 'ports')
	const others = ['--rest', '127.0.0.1:0', '--grpc', 'off', '--endpoints', 'off', '--eth', 'off', '--legacy8', 'off']
	const doctor = (...flags: readonly string[]) => cli(['doctor', '--home', home, ...others, ...flags])
	const ports = async (...flags: readonly string[]) => {
		const { stdout } = await doctor(...flags, '-o', 'json')
		const found = JSON.parse(stdout) as { what: string; told: string }[]
		return found.filter(({ what }) => what.startsWith('port'))
	}
	try {
		const good = (names: string) => ({
			...{ state: 'good', what: 'ports', told: `free, or held by this home's own node: ${names}` },
		})
		const free = good('rpc, grpc, rest, legacy8, endpoints, eth')
		const asked = ['--rpc', `127.0.0.1:${port}`]
		const next = 'Choose another with --rpc 127.0.0.1:0; without a wish a free one is taken.'
		const finding = { state: 'bad', what: `port ${port}`, next }
		expect(await ports(...asked)).toEqual([
			good('grpc, rest, legacy8, endpoints, eth'),
			{ ...finding, told: 'rpc wants it, another program has it' },
		])
		// An address for documents, which no machine has.
		expect((await ports('--rpc', `203.0.113.1:${port}`))[1]).toEqual({
			...{ ...finding, told: 'rpc may not have it (EADDRNOTAVAIL)' },
		})
		// A host that this machine has not is noticed also where any port will do.
		expect((await ports('--rpc', '203.0.113.1:0'))[1]).toMatchObject({ told: 'rpc may not have it (EADDRNOTAVAIL)' })
		const all = ['rpc', 'rest', 'grpc', 'endpoints', 'eth', 'legacy8'].flatMap((name) => [`--${name}`, asked[1]!])
		const told = async (...flags: readonly string[]) => (await ports(...all, ...flags)).map(({ told }) => told)
		const taken = (name: string) => `${name} wants it, another program has it`
		expect(await told()).toEqual(['rpc', 'grpc', 'rest', 'legacy8', 'endpoints', 'eth'].map(taken))
		expect(await told('--grpc', 'off')).toEqual([
			good('grpc').told,
			...['rpc', 'rest', 'legacy8', 'endpoints', 'eth'].map(taken),
		])
		const { exit, stdout } = await doctor(...asked)
		expect(exit).toBe(1)
		expect(stdout).toContain(
			`✗ port ${port}`.padEnd(16).concat('rpc wants it, another program has it\n', ' '.repeat(16), next, '\n'),
		)
		writeRunningNode(home, { pid: process.pid, chainId: 'chain-localnet', rpc: `http://127.0.0.1:${port}` })
		expect(await ports(...asked)).toEqual([free])
		expect(await ports('--rpc', '127.0.0.1:0')).toEqual([free])
		// A node that gave way to another program, at a port that begins with the same digits.
		const moved = { rpc: { asked: port, used: Number(`${port}0`) } }
		writeRunningNode(home, { pid: process.pid, chainId: 'chain-localnet', rpc: `http://127.0.0.1:${port}0`, moved })
		expect((await ports(...asked))[1]).toMatchObject({ state: 'bad', what: `port ${port}` })
	} finally {
		server.close()
	}
})

test('a home that cannot be is refused by its name', async () => {
	writeFileSync(join(folder, 'file'), '')
	const { exit, stdout, stderr } = await cli(['doctor', '--home', join(folder, 'file', 'home')])
	expect(exit).toBe(1)
	expect(stdout + stderr).toContain(join(folder, 'file', 'home'))
})

test('keys of the backend test need no passphrase, and every use says that they are open to all', async () => {
	const home = ['--home', join(folder, 'keys'), '--keyring-backend', 'test', '--output', 'json']
	const added = await cli(['keys', 'add', 'alice', ...home], { env: {} })
	expect([added.exit, added.stderr]).toEqual([0, expect.stringContaining('WARNING: the keys of the backend test')])
	const shown = await cli(['keys', 'export', 'alice', '--unarmored-hex', '--unsafe', ...home], { env: {} })
	expect(shown.stderr).toContain('never keep coins of value there')
	const other = await cli(['keys', 'list', '--home', join(folder, 'keys'), '--keyring-backend', 'file'], { env: {} })
	expect(other.stdout).not.toContain('alice')
})

test('keys lie in another folder with --keyring-dir', async () => {
	const there = ['--keyring-dir', join(folder, 'elsewhere'), '--keyring-backend', 'test', '--output', 'json']
	await cli(['keys', 'add', 'bob', '--home', join(folder, 'one'), ...there])
	const { stdout } = await cli(['keys', 'list', '--home', join(folder, 'two'), ...there])
	expect(stdout).toContain('bob')
})

test('completion knows q as it knows query', async () => {
	const { stdout } = await cli(['completion', 'bash'])
	const script = join(folder, 'completion.bash')
	writeFileSync(script, stdout)
	const words = (line: string): readonly string[] => {
		const complete = `source ${script}; COMP_WORDS=(${line} ''); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _chain_tui; echo "\${COMPREPLY[@]}"`
		return spawnSync('bash', ['-c', complete], { encoding: 'utf8' }).stdout.trim().split(' ')
	}
	expect(words('chain-tui')).toEqual(expect.arrayContaining(['q', 'query', 'tx', 'doctor']))
	expect(words('chain-tui q')).toEqual(words('chain-tui query'))
	expect(words('chain-tui q bank')).toEqual(expect.arrayContaining(['balances', 'total']))
})

test('the manual page names every command and is read by man', async () => {
	const { stdout } = await cli(['completion', 'man'])
	expect(stdout).toContain('.TH CHAIN')
	for (const path of ['query bank balances', 'tx bank send', 'doctor', 'testnet init']) {
		expect(stdout, path).toContain(`.SS chain\\-tui ${path.replaceAll('-', '\\-')}`)
	}
	expect(stdout).toContain('\\-\\-keyring\\-backend')
})

test.each([
	[80, 24, { LANG: 'de_DE.UTF-8', TERM: 'xterm' }, ['good', /^80x24, xterm, \d+ bits of colour$/, undefined]],
	[79, 24, { LC_ALL: 'C.utf8' }, ['weaker', /^79x24, no TERM, /, 'Make it 80x24 or larger.']],
	[80, 23, { LC_CTYPE: 'C.UTF-8', LANG: 'C' }, ['weaker', /^80x23/, 'Make it 80x24 or larger.']],
	[80, 24, { LC_ALL: 'C', LANG: 'C.UTF-8' }, ['weaker', /^80x24/, expect.stringContaining('export LANG=C.UTF-8')]],
	[20, 5, {}, ['weaker', /^20x5/, expect.stringMatching(/^Make it 80x24 or larger\. Its language is no UTF-8/)]],
] as const)('a terminal of %i x %i in %o is told', async (columns, rows, env, [state, told, next]) => {
	expect(await terminalFinding({ isTTY: true, columns, rows }, { env, answers: [] })).toEqual({
		what: 'terminal',
		state,
		told: expect.stringMatching(told),
		...(next === undefined ? {} : { next }),
	})
})

test('a terminal that does not tell its size is too small', async () => {
	expect(await terminalFinding({ isTTY: true }, { env: { LANG: 'C.UTF-8' }, answers: [] })).toEqual({
		...{ what: 'terminal', state: 'weaker', told: '0x0, no TERM, 8 bits of colour', next: 'Make it 80x24 or larger.' },
	})
})

test('a terminal of Windows needs no language of UTF-8', async () => {
	const platform = Object.getOwnPropertyDescriptor(process, 'platform')!
	Object.defineProperty(process, 'platform', { ...platform, value: 'win32' })
	try {
		const found = await terminalFinding({ isTTY: true, columns: 80, rows: 24 }, { env: {}, answers: [] })
		expect(found).toEqual({ what: 'terminal', state: 'good', told: '80x24, no TERM, 8 bits of colour' })
	} finally {
		Object.defineProperty(process, 'platform', platform)
	}
})

test.each([
	['whose output goes elsewhere', { columns: 80, rows: 24 }, { answers: [] }],
	['whose input comes from elsewhere', { isTTY: true, columns: 80, rows: 24 }, {}],
])('a terminal %s is none for the app', async (_what, terminal, around) => {
	expect(await terminalFinding(terminal, { env: { LANG: 'C.UTF-8' }, ...around })).toEqual({
		...{ what: 'terminal', state: 'weaker', told: 'this is none: commands work, the app does not' },
	})
})

/** What the doctor finds of the terminal while standard output is so. */
async function terminalFinding(
	terminal: { readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number },
	around: CliSurroundings,
): Promise<unknown> {
	const shown = { isTTY: false, columns: undefined, rows: undefined, ...terminal, getColorDepth: () => 8 }
	const before = Object.keys(shown).map(
		(name) => [name, Object.getOwnPropertyDescriptor(process.stdout, name)] as const,
	)
	for (const [name, value] of Object.entries(shown)) {
		Object.defineProperty(process.stdout, name, { value, configurable: true })
	}
	try {
		const { stdout } = await cli(['doctor', '--home', join(folder, 'home'), '-o', 'json'], around)
		return (JSON.parse(stdout) as { what: string }[]).find(({ what }) => what === 'terminal')
	} finally {
		for (const [name, descriptor] of before) {
			delete (process.stdout as unknown as Record<string, unknown>)[name]
			if (descriptor !== undefined) Object.defineProperty(process.stdout, name, descriptor)
		}
	}
}
