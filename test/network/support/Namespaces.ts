import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hostFolder } from '../../../src/node/testnet/systemdUnits.ts'

const program = new URL('../../../bin/chain-tui.js', import.meta.url).pathname

/** Why hosts cannot be played by network namespaces here; empty when they can. */
export function whyNoNamespaces(): string {
	const name = `ct-probe-${process.pid}`
	const made = spawnSync('ip', ['netns', 'add', name], { encoding: 'utf8' })
	if (made.error !== undefined) return 'there is no `ip` (iproute2)'
	if (made.status !== 0) return `network namespaces are not allowed: ${made.stderr.trim()}`
	const mounted = spawnSync('ip', ['netns', 'exec', name, 'unshare', '-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/var/lib'])
	run('ip', 'netns', 'del', name)
	return mounted.status === 0 ? '' : 'mount namespaces are not allowed'
}

/**
 * Hosts on one machine: a network namespace each, all on one switch, with this process beside them. A host sees its folder
 * where the systemd units look for it, and both programs on its search path.
 */
export class Namespaces {
	/** Addresses of the hosts begin so: `10.213.7.`. */
	readonly net: string
	readonly #id: string
	readonly #hosts: readonly string[]
	readonly #bin: string
	readonly #folder: string
	/** Folders of hosts that are disks of their own. */
	readonly #disks: string[] = []

	/** @param folder where the hosts' folders are; @param names of the hosts, whose addresses end in 1 and up */
	constructor(folder: string, engine: string, names: readonly string[]) {
		const number = process.pid % 250
		this.net = `10.213.${number}.`
		this.#id = `ct${number}`
		this.#hosts = names
		this.#folder = folder
		this.#bin = join(folder, '..', 'bin')
		mkdirSync(this.#bin, { recursive: true })
		for (const [name, line] of [
			['chain-tui', `"${process.execPath}" "${program}"`],
			['cometbft', `"${engine}"`],
		] as const) {
			writeFileSync(join(this.#bin, name), `#!/bin/sh\nexec ${line} "$@"\n`)
			chmodSync(join(this.#bin, name), 0o755)
		}
		const lan = `${this.#id}-lan`
		this.close()
		try {
			this.#connect(lan)
		} catch (cause) {
			this.close()
			throw cause
		}
	}

	address(name: string): string {
		return `${this.net}${this.#hosts.indexOf(name) + 1}`
	}

	/** What runs a command line on a host, in front of it; `folder` holds the host's folder. */
	enter(name: string, folder = this.#folder): readonly string[] {
		const home = `${hostFolder}/${name}`
		const script = `mount -t tmpfs tmpfs /var/lib && mkdir -p ${home} && mount --bind "$0/${name}" ${home} && exec "$@"`
		return [
			...['ip', 'netns', 'exec', this.#space(name), 'unshare', '-m', 'sh', '-c', script, folder],
			...['env', `PATH=${this.#bin}:${process.env.PATH}`],
		]
	}

	/** Puts a host's folder on a disk of its own with so many megabytes. No program of the host may run. */
	giveDisk(name: string, megabytes: number): void {
		const folder = join(this.#folder, name)
		renameSync(folder, `${folder}.before`)
		mkdirSync(folder)
		run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)
		this.#disks.push(folder)
		run('cp', '-a', `${folder}.before/.`, folder)
	}

	/** Takes hosts to a switch of their own: packets between them and the others are lost. */
	partition(names: readonly string[]): void {
		for (const name of names) run('ip', '-n', `${this.#id}-lan`, 'link', 'set', this.#port(name), 'master', 'half-b')
	}

	heal(): void {
		for (const name of this.#hosts)
			run('ip', '-n', `${this.#id}-lan`, 'link', 'set', this.#port(name), 'master', 'half-a')
	}

	close(): void {
		for (const space of [...this.#hosts.map((name) => this.#space(name)), `${this.#id}-lan`]) {
			spawnSync('ip', ['netns', 'del', space], { stdio: 'ignore' })
		}
		spawnSync('ip', ['link', 'del', this.#id], { stdio: 'ignore' })
		for (const folder of this.#disks.splice(0)) spawnSync('umount', ['--lazy', folder], { stdio: 'ignore' })
	}

	#connect(lan: string): void {
		run('ip', 'netns', 'add', lan)
		for (const half of ['half-a', 'half-b']) {
			run('ip', '-n', lan, 'link', 'add', half, 'type', 'bridge')
			run('ip', '-n', lan, 'link', 'set', half, 'up')
		}
		for (const [index, name] of this.#hosts.entries()) this.#plug(name, `${this.net}${index + 1}`)
		// This process is one more machine, with the last number.
		run('ip', 'link', 'add', this.#id, 'type', 'veth', 'peer', 'name', 'here', 'netns', lan)
		run('ip', '-n', lan, 'link', 'set', 'here', 'master', 'half-a', 'up')
		run('ip', 'addr', 'add', `${this.net}254/24`, 'dev', this.#id)
		run('ip', 'link', 'set', this.#id, 'up')
	}

	#plug(name: string, address: string): void {
		const [space, lan, port] = [this.#space(name), `${this.#id}-lan`, this.#port(name)]
		run('ip', 'netns', 'add', space)
		run('ip', '-n', space, 'link', 'add', 'eth0', 'type', 'veth', 'peer', 'name', port, 'netns', lan)
		run('ip', '-n', lan, 'link', 'set', port, 'master', 'half-a', 'up')
		run('ip', '-n', space, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
		for (const device of ['lo', 'eth0']) run('ip', '-n', space, 'link', 'set', device, 'up')
	}

	#space(name: string): string {
		return `${this.#id}-${name}`
	}

	#port(name: string): string {
		return `h${this.#hosts.indexOf(name)}`
	}
}

function run(command: string, ...args: readonly string[]): void {
	const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
	if (status !== 0) throw new RangeError(`${command} ${args.join(' ')}: ${stderr}`)
}
