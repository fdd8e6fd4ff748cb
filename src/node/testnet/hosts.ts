import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { UserError } from '../../errors/UserError.ts'
import { bracketed } from '../../util/bracketed.ts'

/**
 * What a node is for. A validator signs; with sentries it talks to them alone. A full node answers clients, a sentry stands
 * between validators and the world, a seed tells new nodes of others.
 */
export const hostRoles = ['validator', 'full', 'sentry', 'seed'] as const

/** Role of a host. */
export type HostRole = (typeof hostRoles)[number]

/** Usual ports by their names: those of the engine (`rpc`, `p2p`, `engineMetrics`) and of the application. */
export const usualPorts = {
	abci: 26658,
	rpc: 26657,
	p2p: 26656,
	rest: 1317,
	grpc: 9090,
	eth: 8546,
	engineMetrics: 26660,
	metrics: 26661,
} as const

/** Name of a port. */
export type PortName = keyof typeof usualPorts

/** Ports that a full node opens for clients. */
const publicPorts: readonly string[] = ['rpc', 'rest', 'grpc', 'eth'] satisfies PortName[]

/** Whether a host, of a hosts file or a URL, has an address that the whole world cannot reach; a name but `localhost` may be any. */
export function isPrivateHost(host: string): boolean {
	const plain = host.replace(/^\[|\]$/g, '')
	return host === 'localhost' || (ipaddr.isValid(plain) && ipaddr.parse(plain).range() !== 'unicast')
}

/** A host of a network, as a line of the hosts file describes it. */
export interface Host {
	readonly name: string
	/** Where the other hosts reach it: an IP address or a name of DNS. */
	readonly address: string
	readonly role: HostRole
	readonly ports: Readonly<Record<PortName, number>>
	/** Address that each port listens on. */
	readonly listen: Readonly<Record<PortName, string>>
	/** Of a sentry: the validators it guards. */
	readonly guards: readonly string[]
}

/**
 * Reads a hosts file: a host a line, `name address role [port=[ADDRESS:]NUMBER …] [guards=NAME,NAME]`, and comments
 * after #. A sentry without `guards` guards every validator.
 * @throws {UserError} that names the line.
 */
export function parseHosts(text: string, file: string): readonly Host[] {
	const hosts = text.split(/\r?\n/).flatMap((line, index) => {
		const words = line.replace(/#.*/, '').trim().split(/\s+/)
		return words[0] === '' ? [] : [hostOf(words, (why) => wrong(`${file}, line ${index + 1}: ${why}`))]
	})
	const validators = hosts.filter(({ role }) => role === 'validator').map(({ name }) => name)
	if (validators.length === 0) throw wrong(`${file} names no validator.`)
	if (hosts.length > 64) throw wrong(`${file} names ${hosts.length} hosts; 64 are the most.`)
	const taken = new Map<string, string>()
	for (const { name, address, ports, guards } of hosts) {
		const stranger = guards.find((guarded) => !validators.includes(guarded))
		if (stranger !== undefined) throw wrong(`${file}: ${name} guards ${stranger}, which is no validator of the file.`)
		for (const key of [name, ...Object.values(ports).map((port) => `port ${port} of ${address}`)]) {
			const other = taken.get(key)
			if (other !== undefined) throw wrong(`${file}: ${other} and ${name} both have ${key}.`)
			taken.set(key, name)
		}
	}
	return hosts.map((host) =>
		host.role === 'sentry' && host.guards.length === 0 ? { ...host, guards: validators } : host,
	)
}

function hostOf(
	[name = '', address = '', role = '', ...options]: readonly string[],
	fail: (why: string) => Error,
): Host {
	if (!/^[a-z0-9][a-z0-9_-]{0,31}$/.test(name))
		throw fail(`"${name}" is no name of lower-case letters, digits and hyphens.`)
	if (
		isIP(address) === 0 &&
		!/^(?=.{1,253}$)[a-zA-Z0-9]([\w-]*[a-zA-Z0-9])?(\.[a-zA-Z0-9]([\w-]*[a-zA-Z0-9])?)*$/.test(address)
	)
		throw fail(`"${address}" is no address.`)
	const known = hostRoles.find((one) => one === role)
	if (known === undefined) throw fail(`"${role}" is no role: it is one of ${hostRoles.join(', ')}.`)
	const ports: Record<string, number> = { ...usualPorts }
	const listen: Record<string, string> = Object.fromEntries(
		Object.keys(usualPorts).map((port) => {
			const isOpen = port === 'p2p' || (known === 'full' && publicPorts.includes(port))
			return [port, isOpen ? '0.0.0.0' : '127.0.0.1']
		}),
	)
	let guards: readonly string[] = []
	for (const option of options) {
		const [, key = '', value = ''] = /^(\w+)=(.*)$/.exec(option) ?? []
		const found = /^(?:(.+):)?(\d{1,5})$/.exec(value)
		const port = Number(found?.[2])
		if (key === 'guards' && known === 'sentry' && value !== '') guards = value.split(',')
		else if (Object.hasOwn(usualPorts, key) && port >= 1 && port <= 65_535) {
			ports[key] = port
			const bound = found?.[1]?.replace(/^\[|\]$/g, '')
			if (bound !== undefined && isIP(bound) === 0) throw fail(`"${option}" needs an IP address to listen on.`)
			if (bound !== undefined) listen[key] = bound
		} else
			throw fail(
				`"${option}" is none of ${Object.keys(usualPorts).join('=, ')}=PORT${known === 'sentry' ? ' or guards=NAME' : ''}.`,
			)
	}
	return { name, address, role: known, ports: ports as Host['ports'], listen: listen as Host['listen'], guards }
}

function wrong(what: string): UserError {
	return new UserError(what, {
		next: 'Write a host a line: name address role, such as `alpha 10.0.0.1 validator rpc=10.0.0.1:26657`.',
	})
}

/** Those that a host dials and that it keeps from others, by name. */
export interface HostPeers {
	/** Connections that it always keeps. */
	readonly persistent: readonly string[]
	/** Hosts whose addresses it never tells others. */
	readonly secret: readonly string[]
	readonly seeds: readonly string[]
	/** Whether it asks for and tells addresses of others. */
	readonly exchanges: boolean
}

/** Whom a host of a network talks to: validators behind sentries to those alone, everybody else to everybody in the open. */
export function peersOf(host: Host, hosts: readonly Host[]): HostPeers {
	const guardsOf = (name: string) => hosts.filter(({ guards }) => guards.includes(name)).map((guard) => guard.name)
	const guardians = guardsOf(host.name)
	if (guardians.length > 0) return { persistent: guardians, secret: [], seeds: [], exchanges: false }
	const open = hosts.filter(({ name, role }) => name !== host.name && role !== 'seed' && guardsOf(name).length === 0)
	const seeds = hosts.filter(({ name, role }) => name !== host.name && role === 'seed').map(({ name }) => name)
	return {
		persistent: [...host.guards, ...open.map(({ name }) => name)],
		secret: host.guards,
		seeds,
		exchanges: true,
	}
}

/** `10.0.0.1:26657`, with an IPv6 address in brackets. */
export function hostAndPort(address: string, port: number): string {
	return `${bracketed(address)}:${port}`
}
