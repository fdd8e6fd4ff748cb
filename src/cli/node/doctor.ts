import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import type { SignatureBackend } from '../../crypto/signatureBackend.ts'
import type { SecretServiceResult } from '../../keyring/loadSecretService.ts'
import type { Listener } from '../../node/NodeConfig.ts'
import type { CommandContext } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'

/** One thing that was looked at. */
interface Finding {
	/** `good`, `weaker` where something else stands in, or `bad` where something will not work. */
	readonly state: 'good' | 'weaker' | 'bad'
	readonly what: string
	readonly told: string
	/** What to do; absent where nothing is to be done. */
	readonly next?: string
}

/** Fewest free bytes of a home's disk without a warning. */
const fewestBytes = 500e6
/** Fewest files a process should be allowed to open. */
const fewestFiles = 1_024
const [fewestColumns, fewestRows] = [80, 24]

/** `doctor` */
export const doctor: CommandSpec = {
	name: 'doctor',
	description: 'say what of this machine the program can use, and how to mend what it cannot',
	details:
		'Looks at Node, native parts, key store, ports, disk and terminal. Ends with 1 when something will not work.',
	examples: ['doctor', 'doctor --output json'],
	settings: ['rpc', 'rest', 'grpc', 'endpoints', 'eth', 'legacy8'],
	run: async (context) => {
		const findings = [
			checkNode(process.version),
			checkSignatures((await import('../../crypto/signatureBackend.ts')).signatureBackend()),
			...(await Promise.all(nativeParts.map(checkNativePart))),
			checkKeyStore(await (await import('../../keyring/loadSecretService.ts')).loadSecretService()),
			...(await checkHome(context)),
			...(await checkPorts(context)),
			...checkTerminal(context),
		]
		if (context.output === 'json') await printResult(context, findings)
		else context.io.stdout(findings.map(inText).join(''))
		return findings.some(({ state }) => state === 'bad') ? 1 : 0
	},
}

const marks = { good: '✓', weaker: '!', bad: '✗' } as const

function inText({ state, what, told, next }: Finding): string {
	return `${marks[state]} ${what.padEnd(14)}${told}\n${next === undefined ? '' : `${' '.repeat(16)}${next}\n`}`
}

/** @param version as `v20.19.0` */
export function checkNode(version: string): Finding {
	const [major, minor] = version.slice(1).split('.').map(Number) as [number, number]
	const told = `${version} on ${process.platform} ${process.arch}`
	if (major > 20 || (major === 20 && minor >= 19)) return { state: 'good', what: 'Node', told }
	return { state: 'bad', what: 'Node', told, next: 'Install Node 20.19 or newer.' }
}

/** The library that checks signatures, and why it is not the native one. */
export function checkSignatures({ name, reason }: Pick<SignatureBackend, 'name' | 'reason'>): Finding {
	if (name === 'native') return { state: 'good', what: 'signatures', told: 'by the native library' }
	return {
		state: 'weaker',
		what: 'signatures',
		told: `by WebAssembly, four times slower: ${reason}`,
		next: 'Install with scripts allowed, or a compiler: npm rebuild secp256k1',
	}
}

/** A package with native code, and what does without it. */
interface NativePart {
	readonly what: string
	readonly name: string
	readonly state: 'weaker' | 'bad'
	readonly without: string
	load(): Promise<unknown>
}

const noEndpoints = { state: 'weaker', without: 'private endpoints do not start' } as const

const nativeParts: readonly NativePart[] = [
	{
		what: 'chain on disk',
		name: 'LevelDB',
		state: 'bad',
		without: 'only chains in memory run',
		load: () => import('classic-level'),
	},
	{ what: 'endpoints', name: 'SQLite', ...noEndpoints, load: () => import('libsql') },
	{ what: 'passwords', name: 'argon2', ...noEndpoints, load: () => import('@node-rs/argon2') },
]

/** Whether a part loads. */
export async function checkNativePart({ what, name, state, without, load }: NativePart): Promise<Finding> {
	try {
		await load()
		return { state: 'good', what, told: `${name} loads` }
	} catch {
		return {
			state,
			what,
			told: `${name} does not load here: ${without}`,
			next: 'Install the package again with its optional dependencies: npm install',
		}
	}
}

/** Where keys are kept, and why it is not the system's key store. */
export function checkKeyStore(store: SecretServiceResult): Finding {
	if (store.ok) return { state: 'good', what: 'key store', told: 'that of the system answers' }
	return {
		state: 'weaker',
		what: 'key store',
		told: `keys go to an encrypted file: ${store.reason}`,
		next: 'On Debian: apt install libsecret-1-0 gnome-keyring; a passphrase for the file is as good.',
	}
}

async function checkHome(context: CommandContext): Promise<readonly Finding[]> {
	const { homeConfig } = await import('../support/home.ts')
	const { home } = homeConfig(context)
	let folder = home
	while (!existsSync(folder)) folder = dirname(folder)
	try {
		accessSync(folder, constants.W_OK)
	} catch {
		const next = 'Choose another folder with --home, or change who may write there.'
		return [{ state: 'bad', what: 'home', told: `${home} cannot be written`, next }]
	}
	const { bavail, bsize } = statfsSync(folder)
	return [checkDisk(home, bavail * bsize), ...checkFiles(ownLimits())]
}

/** Whether a home has room. */
export function checkDisk(home: string, freeBytes: number): Finding {
	const finding = { what: 'home', told: `${home}, ${(freeBytes / 1e9).toFixed(1)} GB free` }
	if (freeBytes > fewestBytes) return { state: 'good', ...finding }
	return { state: 'weaker', ...finding, next: 'Free some space: a full disk stops the chain.' }
}

/** Whether a process may open enough files. @param limits as Linux tells them; empty elsewhere, which finds nothing */
export function checkFiles(limits: string): readonly Finding[] {
	// Where it is "unlimited" there is no number.
	const most = /^Max open files +(\d+)/m.exec(limits)?.[1]
	if (most === undefined || Number(most) >= fewestFiles) return []
	return [{ state: 'weaker', what: 'open files', told: `at most ${most}`, next: 'Raise it: ulimit -n 4096' }]
}

function ownLimits(): string {
	try {
		return readFileSync('/proc/self/limits', 'utf8')
	} catch {
		return ''
	}
}

async function checkPorts(context: CommandContext): Promise<readonly Finding[]> {
	const { nodeConfig } = await import('../support/home.ts')
	const { readRunningNode } = await import('../../node/home/runningNode.ts')
	const { home, listeners } = nodeConfig(context)
	const own = Object.values(readRunningNode(home) ?? {}).map(String)
	const isOwn = (port: number): boolean => own.some((address) => new RegExp(`:${port}(/|$)`).test(address))
	const checks = Object.entries(listeners).map(
		async ([name, listener]: [string, Listener]): Promise<Finding | string> => {
			if (!listener.on || isOwn(listener.port)) return name
			const code = await whyNotFree(listener.host, listener.port)
			if (code === undefined) return name
			return {
				state: listener.asked ? 'bad' : 'weaker',
				what: `port ${listener.port}`,
				told: code === 'EADDRINUSE' ? `${name} wants it, another program has it` : `${name} may not have it (${code})`,
				next: `Choose another with --${name} 127.0.0.1:0; without a wish a free one is taken.`,
			}
		},
	)
	const found = await Promise.all(checks)
	const taken = found.filter((one): one is Finding => typeof one !== 'string')
	const free = found.filter((one) => typeof one === 'string')
	return free.length === 0
		? taken
		: [{ state: 'good', what: 'ports', told: `free, or held by this home's own node: ${free.join(', ')}` }, ...taken]
}

function whyNotFree(host: string, port: number): Promise<string | undefined> {
	return new Promise((resolve) => {
		const server = createServer()
		server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
		server.listen(port, host, () => server.close(() => resolve(undefined)))
	})
}

function checkTerminal({ io }: CommandContext): readonly Finding[] {
	const { isTTY, columns = 0, rows = 0 } = process.stdout
	if (!io.interactive || isTTY !== true) {
		return [{ state: 'weaker', what: 'terminal', told: 'this is none: commands work, the app does not' }]
	}
	const small = columns < fewestColumns || rows < fewestRows
	const language = io.env.LC_ALL || io.env.LC_CTYPE || io.env.LANG
	const plain = !language?.match(/utf-?8/i) && process.platform !== 'win32'
	const told = `${columns}x${rows}, ${io.env.TERM ?? 'no TERM'}, ${process.stdout.getColorDepth()} bits of colour`
	const next = [
		...(small ? [`Make it ${fewestColumns}x${fewestRows} or larger.`] : []),
		...(plain ? ['Its language is no UTF-8, so that lines may look broken: export LANG=C.UTF-8'] : []),
	].join(' ')
	return [{ state: small || plain ? 'weaker' : 'good', what: 'terminal', told, ...(next === '' ? {} : { next }) }]
}
