import type { Node } from '../../node/createNode.ts'
import type { NodeConfig } from '../../node/NodeConfig.ts'
import type { Log } from '../../util/Log.ts'
import type { CommandContext } from '../CommandContext.ts'
import { AddressNames } from './AddressNames.ts'
import { homeClient } from './homeClient.ts'
import { LiveLines } from './LiveLines.ts'
import { logLineText } from './logText.ts'
import { paintFor } from './paint.ts'
import { startGreeting } from './startGreeting.ts'
import { watchChain } from './watchChain.ts'

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
			const client = connected?.client
			const parts = { config, addresses, height: node.engine.height, client, keys, paint, env: io.env }
			for (const line of await startGreeting(parts)) lines.line(line)
			greeted = true
			if (connected === undefined || client === undefined) return
			names = new AddressNames(connected.keyring)
			await names.read(client)
			await watchChain(client, lines, names, { kind: 'all', last: 0, emptyBlocks: true, signal: io.stopped }).finally(
				() => client.close(),
			)
		},
		end: () => lines.end(),
	}
}
