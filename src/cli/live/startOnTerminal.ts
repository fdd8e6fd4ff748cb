import type { ChainClient } from '../../client/index.ts'
import { addressToText } from '../../codec/address/address.ts'
import type { KeyInfo } from '../../keyring/Keyring.ts'
import type { Node } from '../../node/createNode.ts'
import { faucetMnemonic } from '../../node/genesis/defaultGenesis.ts'
import { devAccounts, devMnemonic } from '../../node/genesis/devAccounts.ts'
import { faucetAddress } from '../../node/genesis/faucet.ts'
import type { RunningNode } from '../../node/home/runningNode.ts'
import type { NodeConfig } from '../../node/NodeConfig.ts'
import { defaultHome } from '../../node/resolveNodeConfig.ts'
import { programVersion } from '../../node/version.ts'
import { toHex } from '../../util/bytes.ts'
import type { Log } from '../../util/Log.ts'
import type { CommandContext } from '../CommandContext.ts'
import { coinsInWords, groupedText } from '../support/amountText.ts'
import { homeClient } from '../support/connect.ts'
import { type Paint, paintFor, printable } from '../support/paint.ts'

import { LiveLines } from './LiveLines.ts'
import { logLineText } from './logText.ts'
import { AddressNames, watchChain } from './watchChain.ts'

/** Terminal output of `start`. */
export interface TerminalStart {
	/** The node's log: warnings while it starts, everything afterwards. */
	readonly log: Log
	/** Prints the greeting, then events until the signal aborts. */
	greet(node: Node): Promise<void>
	end(): void
}

/** Creates the terminal output of `start`: who has coins, where the node listens, then one line per event. */
export function startOnTerminal(context: CommandContext, config: NodeConfig): TerminalStart {
	const { io } = context
	const paint = paintFor(io)
	let names: AddressNames | undefined
	const lines = new LiveLines(io, (address) => names?.nameOf(address) ?? address, config.settings.denom, true)
	let greeted = false
	return {
		log: (level, source, message) => {
			// The greeting already says what the start logs.
			if (level === 'debug' || (level === 'info' && !greeted)) return
			lines.line(logLineText({ time: new Date().toISOString(), level, source, message }, paint))
		},
		greet: async (node) => {
			const { addresses } = node
			const connected = addresses.rpc === undefined ? undefined : await homeClient(context)
			const keys = (await connected?.keyring.list()) ?? []
			const height = node.engine.height
			const parts = { config, addresses, height, client: connected?.client, keys, paint, env: io.env }
			for (const line of await startGreeting(parts)) lines.line(line)
			greeted = true
			if (connected === undefined) return
			const { client, keyring } = connected
			names = new AddressNames(keyring)
			await names.read(client)
			await watchChain(client, lines, names, { kind: 'all', last: 0, emptyBlocks: true, signal: io.stopped }).finally(
				() => client.close(),
			)
		},
		end: () => lines.end(),
	}
}

/** Dependencies of the greeting. */
export interface GreetingParts {
	readonly config: NodeConfig
	readonly addresses: RunningNode
	readonly height: number
	/** Without a client no balance is shown: the node has no JSON-RPC. */
	readonly client: ChainClient | undefined
	readonly keys: readonly KeyInfo[]
	readonly paint: Paint
	readonly env: Readonly<Record<string, string | undefined>>
}

const listenerWords = [
	['rpc', 'JSON-RPC'],
	['rest', 'REST'],
	['grpc', 'gRPC'],
	['legacy8', 'REST gen 8'],
	['endpoints', 'private RPC'],
	['eth', 'Ethereum RPC'],
] as const

/** The text of `start` on a terminal: who has coins, where the node listens, and what to try next. */
export async function startGreeting(parts: GreetingParts): Promise<readonly string[]> {
	const { config, addresses, height, paint } = parts
	const { blockMode, blockIntervalMs, minimumGasPrices } = config
	const how = {
		interval: `a block each ${blockIntervalMs % 1_000 === 0 ? `${blockIntervalMs / 1_000} s` : `${blockIntervalMs} ms`}`,
		instant: 'a block for each transaction',
		manual: 'blocks when they are asked for',
	}[blockMode]
	const fact = (label: string, value: string): string => `  ${paint.muted(label.padEnd(13))} ${value}`
	return [
		`${paint.strong(`chain-tui ${programVersion}`)}  ${addresses.chainId}, block ${groupedText(height)}, ${how}`,
		'',
		paint.strong('Accounts'),
		...(await accountLines(parts)),
		'',
		paint.strong('Addresses'),
		...listenerWords.flatMap(([name, label]) => {
			const address = addresses[name]
			return address === undefined ? [] : [fact(label, paint.accent(address) + movedNote(parts, name))]
		}),
		'',
		paint.strong('Chain'),
		fact('chain id', addresses.chainId),
		fact('minimum fee', minimumGasPrices === '' ? 'none' : `${minimumGasPrices} per unit of gas`),
		fact('home', printable(config.home ?? '', 400)),
		'',
		paint.strong('Next, in another terminal'),
		...nextLines(parts),
		'',
		paint.muted('Ctrl-C stops the node. Piped, it writes JSON lines instead of this.'),
		'',
	]
}

function movedNote({ addresses, paint }: GreetingParts, name: keyof NonNullable<RunningNode['moved']>): string {
	const moved = addresses.moved?.[name]
	return moved === undefined ? '' : `  ${paint.warn(`${moved.asked} is taken`)}`
}

async function accountLines({ config, client, keys, addresses, paint }: GreetingParts): Promise<readonly string[]> {
	const { settings } = config
	const owns = async (address: string): Promise<string> =>
		client === undefined ? '' : coinsInWords(await client.balances(address), settings.denom)
	const line = (name: string, address: string, coins: string, remark = ''): string =>
		`  ${printable(name, 30).padEnd(10)} ${paint.accent(address)}  ${coins.padEnd(20)} ${paint.muted(remark)}`.trimEnd()
	const faucet = faucetAddress(settings)
	const faucetCoins = await owns(faucet)
	const lines = await Promise.all(
		keys.slice(0, 20).map(async ({ name, address }) => line(name, address, await owns(address))),
	)
	const more = keys.length > 20 ? [paint.muted(`  and ${keys.length - 20} more: chain-tui keys list`)] : []
	const hasFaucet = faucetCoins !== '' && !faucetCoins.startsWith('0 ')
	const ofFaucet = hasFaucet
		? [line('faucet', faucet, faucetCoins, 'public words:'), ...wordLines(faucetMnemonic).map(paint.muted)]
		: []
	return [
		...lines,
		...more,
		...ofFaucet,
		...(addresses.eth === undefined ? [] : await ethLines(owns, settings.prefix, paint)),
	]
}

/** Splits a mnemonic into lines of twelve words. */
function wordLines(words: string): readonly string[] {
	const all = words.split(' ')
	return [all.slice(0, 12), all.slice(12)].map((part) => `             ${part.join(' ')}`)
}

/** The accounts of Ethereum tools with their public private keys. */
async function ethLines(
	owns: (address: string) => Promise<string>,
	prefix: string,
	paint: Paint,
): Promise<readonly string[]> {
	const { toChecksumAddress } = await import('@ethereumjs/util')
	const rows = devAccounts().map(async ({ address, privateKey }, at) => {
		const text = toChecksumAddress(`0x${toHex(address)}`)
		return `  ${`(${at})`.padEnd(4)} ${paint.accent(text)}  ${await owns(addressToText(address, prefix))}  ${paint.muted(`0x${toHex(privateKey)}`)}`
	})
	return [paint.muted(`  of the public words: ${devMnemonic}`), ...(await Promise.all(rows))]
}

function nextLines({ config, keys, env, paint }: GreetingParts): readonly string[] {
	const home = config.home === undefined || config.home === defaultHome(env) || env.CHAIN_TUI_HOME === config.home
	const where = home ? '' : ` --home ${config.home}`
	const name = keys[0]?.name ?? 'alice'
	const lines: [command: string, what: string][] = [
		...(keys.length === 0 ? [['keys add alice', 'makes a key'] as [string, string]] : []),
		[`faucet ${printable(name, 30)}`, 'gives it a thousand coins'],
		["greet 'hello world'", 'writes a greeting into a block'],
		['watch', 'shows what happens on the chain'],
		['', 'the app, on this node'],
	]
	const width = Math.max(...lines.map(([command]) => command.length)) + where.length + 12
	return lines.map(
		([command, what]) =>
			`  ${`chain-tui ${command}${where}`.replace('  ', ' ').trimEnd().padEnd(width)} ${paint.muted(what)}`,
	)
}
