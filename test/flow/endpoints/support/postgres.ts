import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** Folder with initdb and pg_ctl, or undefined when no PostgreSQL server is installed. */
export const postgresBinaries = findBinaries()

/** A PostgreSQL cluster of its own in a temporary folder. */
export interface Cluster {
	/** URL of a fresh, empty database. */
	database(): Promise<string>
	stop(): void
}

/** Makes and starts a cluster on a loopback port; as user postgres where this is root, since it refuses root. */
export async function startCluster(): Promise<Cluster> {
	if (postgresBinaries === undefined) throw new TypeError('no PostgreSQL server is installed')
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-pg-'))
	const run = (program: string, args: readonly string[]): void => {
		const file = join(postgresBinaries ?? '', program)
		// A pipe that the server inherits would never end.
		const options = { cwd: folder, stdio: 'ignore' } as const
		if (process.getuid?.() === 0) execFileSync('runuser', ['-u', 'postgres', '--', file, ...args], options)
		else execFileSync(file, args, options)
	}
	if (process.getuid?.() === 0) execFileSync('chown', ['postgres', folder])
	else chmodSync(folder, 0o700)
	const data = join(folder, 'data')
	const port = await freePort()
	run('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync', '-E', 'UTF8', '--locale=C'])
	const options = `-c listen_addresses=127.0.0.1 -p ${port} -c unix_socket_directories=${folder} -c fsync=off`
	run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start'])
	const server = `postgres://postgres@127.0.0.1:${port}`
	let made = 0
	return {
		async database() {
			const name = `test_${++made}`
			const client = new pg.Client({ connectionString: `${server}/postgres` })
			await client.connect()
			await client.query(`create database ${name}`)
			await client.end()
			return `${server}/${name}`
		},
		stop() {
			run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop'])
			rmSync(folder, { recursive: true, force: true })
		},
	}
}

function findBinaries(): string | undefined {
	const base = '/usr/lib/postgresql'
	const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : []
	const found = versions.map((version) => join(base, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
	if (found !== undefined) return found
	const path = spawnSync('which', ['initdb'], { encoding: 'utf8' }).stdout.trim()
	return path === '' ? undefined : join(path, '..')
}

function freePort(): Promise<number> {
	return new Promise((resolve) => {
		const server = createServer().listen(0, '127.0.0.1', () => {
			const address = server.address()
			server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
		})
	})
}
