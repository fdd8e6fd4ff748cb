import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const program = process.env.CHAIN_TUI_PROGRAM ?? 'bin/chain-tui.js'
const folder = mkdtempSync(join(tmpdir(), 'chain-tui-system-keys-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a machine lacks for this test; empty where all is there. */
function lacking(): string {
	try {
		createRequire(import.meta.url).resolve('keytar')
	} catch {
		return 'keytar (optional, needs libsecret when the packages are installed)'
	}
	for (const name of ['dbus-run-session', 'gnome-keyring-daemon']) {
		if (spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0) return name
	}
	return ''
}

/** Runs shell lines with a key store of their own, on a message bus of their own. */
function withKeyStore(lines: readonly string[]): { stdout: string; stderr: string; status: number | null } {
	// In the foreground of a background job, so that it ends with the shell.
	const start = [
		'printf secret | gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 2>&1 &',
		`daemon=$!; trap 'kill $daemon' EXIT`,
		'owner="dbus-send --session --dest=org.freedesktop.DBus --print-reply / org.freedesktop.DBus.GetNameOwner"',
		'until $owner string:org.freedesktop.secrets >/dev/null 2>&1; do sleep 0.05; done',
	]
	const { stdout, stderr, status } = spawnSync(
		'dbus-run-session',
		['--', 'bash', '-ec', [...start, ...lines].join('\n')],
		{
			encoding: 'utf8',
			env: { PATH: process.env.PATH, HOME: folder, XDG_RUNTIME_DIR: folder, XDG_DATA_HOME: join(folder, 'data') },
		},
	)
	return { stdout, stderr, status }
}

const missing = lacking()
if (missing !== '') process.stdout.write(`system key store: not tested, ${missing} is missing\n`)

describe.skipIf(missing !== '')('the system key store, through gnome-keyring', () => {
	it('keeps a key from one process to the next, asks no passphrase and writes no secret to a file', () => {
		const home = join(folder, 'home')
		const chainTui = `"${process.execPath}" "${program}" --home "${home}" --keyring-backend os --output json`
		const { stdout, stderr, status } = withKeyStore([
			`${chainTui} keys add alice`,
			`echo`,
			`${chainTui} keys show alice`,
			`echo`,
			`${chainTui} tx greet create-greeting kept --from alice --offline --chain-id c -a 1 -s 0 --fees 1uchain -y`,
		])
		expect(status, stderr).toBe(0)
		const [made, shown, signed] = stdout
			.split('\n')
			.filter((line) => line.startsWith('{'))
			.map((line) => JSON.parse(line))
		expect(shown.address).toBe(made.address)
		expect(signed.signatures).toHaveLength(1)
		const words = made.mnemonic.split(' ')
		expect(words).toHaveLength(24)
		// The home gets no file at all, the key store one that is encrypted.
		const written = filesBelow(folder)
		expect(written).not.toHaveLength(0)
		for (const name of written) expect(readFileSync(name, 'utf8')).not.toContain(words.slice(0, 3).join(' '))
	})
})

describe.skipIf(missing !== '')('a key store that is locked, or is not there', () => {
	const chainTui = `"${process.execPath}" "${program}" --home "${join(folder, 'locked')}"`
	const lock =
		'dbus-send --session --dest=org.freedesktop.secrets --type=method_call --print-reply /org/freedesktop/secrets ' +
		'org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login >/dev/null'
	const told = [
		"The system's key store is locked, or refuses.",
		'Secret Service of this desktop',
		'gnome-keyring-daemon --unlock',
		'--keyring-backend file',
	]

	it('says which it is, how to unlock it and what to use instead', () => {
		const { stdout, stderr } = withKeyStore([
			`${chainTui} keys add alice --keyring-backend os --no-backup >/dev/null`,
			lock,
			`for line in "list" "add bob" "show alice"; do ${chainTui} keys $line --keyring-backend os || echo "status $?"; done`,
		])
		expect(stdout.match(/^status \d+$/gm), stderr).toEqual(['status 1', 'status 1', 'status 1'])
		for (const text of told) expect(stderr).toContain(text)
		expect(stderr).not.toContain('a fault of its own')
	})

	it('a desktop without one says so', () => {
		const { status, stderr } = spawnSync(
			'bash',
			['-c', `${chainTui} keys list --keyring-backend os; ${chainTui} keys move os`],
			{ encoding: 'utf8', env: { PATH: process.env.PATH, HOME: folder } },
		)
		expect(status, stderr).not.toBe(139)
		expect(stderr).toMatch(/encrypted file/)
		expect(stderr).not.toContain('a fault of its own')
	})
})

function filesBelow(path: string): readonly string[] {
	if (!existsSync(path)) return []
	return readdirSync(path, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
}
