import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { UserError } from '../errors/UserError.ts'
import { writeFileAtomic } from '../util/writeFileAtomic.ts'

/** What names a state, for the words of a refusal. */
export interface StateOption {
	/** `The option state of startChain`. */
	readonly name: string
	/** What to do about a chain that can have no such state. */
	readonly needs: string
}

/**
 * The state of a file or a text as `anvil_loadState` takes it. anvil's `--dump-state` writes JSON, `anvil_dumpState`
 * gives compressed JSON as hex.
 * @throws {UserError} for a file that cannot be read.
 */
export function stateBytes(given: string, option: StateOption): `0x${string}` {
	const text = /^\s*(\{|0x[0-9a-f]*\s*$)/i.test(given) ? given : readState(given, option)
	const trimmed = text.trim().replace(/^"(0x[0-9a-f]*)"$/i, '$1')
	return /^0x[0-9a-f]*$/i.test(trimmed) ? (trimmed as `0x${string}`) : `0x${Buffer.from(trimmed).toString('hex')}`
}

function readState(path: string, { name }: StateOption): string {
	try {
		return readFileSync(path, 'utf8')
	} catch (cause) {
		throw new UserError(`${name} names a file that cannot be read.`, {
			because: cause,
			next: 'Give the path of a file that anvil --dump-state wrote.',
		})
	}
}

/** Writes a state's accounts into a chain by its JSON-RPC. @throws {UserError} without an EVM, or for no state */
export async function loadState(
	ethUrl: string | undefined,
	state: `0x${string}`,
	{ name, needs }: StateOption,
): Promise<void> {
	if (ethUrl === undefined) throw new UserError(`${name} needs a chain with an EVM.`, { next: needs })
	const { error } = await ask(ethUrl, 'anvil_loadState', [state])
	if (error !== undefined) throw new UserError(`${name} cannot be loaded.`, { why: error.message })
}

/** Writes the state of a chain into a file, as JSON. @throws {UserError} if the chain gives none or writing fails. */
export async function saveState(ethUrl: string | undefined, file: string, { name, needs }: StateOption): Promise<void> {
	const { result, error } = ethUrl === undefined ? {} : await ask(ethUrl, 'anvil_dumpState', [])
	if (typeof result !== 'string')
		throw new UserError(`${name} has no state to write.`, { why: error?.message ?? '', next: needs })
	writeFileAtomic(file, gunzipSync(Buffer.from(result.slice(2), 'hex')))
}

async function ask(url: string, method: string, params: readonly unknown[]): Promise<Reply> {
	const reply = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
	})
	return (await reply.json()) as Reply
}

interface Reply {
	readonly result?: unknown
	readonly error?: { readonly message: string }
}
