import { setFlagsFromString } from 'node:v8'
import { UserError } from '../errors/UserError.ts'
import type { Flags } from './CommandContext.ts'
import { type CliIo, faultText } from './processIo.ts'
import { homeConfig } from './support/home.ts'
import { withNamedNode } from './support/savedPlaces.ts'

/** Path of the bundled worker, beside this bundle. */
const workerUrl = new URL('./worker.js', import.meta.url)

/** Starts the terminal app with the program's flags. Without a terminal it prints what to run instead. */
export async function runApp(given: Flags, io: CliIo): Promise<number> {
	if (!io.interactive || process.stdout.isTTY !== true) {
		throw new UserError('The app needs a terminal, and this is not one.', {
			next: 'Run it in a terminal, or run `chain-tui start` for the node alone and `chain-tui --help` for the commands.',
		})
	}
	// Each thread collects garbage once its heap has grown by a quarter, not fourfold: frames and blocks are mostly garbage.
	setFlagsFromString('--heap-growing-percent=25')
	const flags = await withNamedNode(given, io)
	const { runTui } = await import('../tui/shell/runTui.ts')
	const { home } = homeConfig({ flags, io })
	const shared = {}
	return runTui({
		home,
		accessible: flags.accessible === true,
		named: flags.node !== undefined,
		connect: async (url) => {
			const [{ openClient }, { isOwn, ownChainOf }] = await Promise.all([
				import('./support/openClient.ts'),
				import('../client/index.ts'),
			])
			if (isOwn(url)) return openClient(flags, io, workerUrl, { shared, chain: ownChainOf(url) })
			// A chain id among the flags is that of the node they name.
			const { restUrl: _restUrl, chainId: _chainId, ...others } = flags
			return openClient({ ...others, node: url }, io, workerUrl, { shared, chosenBy: 'the address of the saved node' })
		},
	})
}

/** Starts the app for a command line without a command, and tells what ends it. Returns the exit code. */
export async function runAppAlone(flags: Flags, io: CliIo): Promise<number> {
	try {
		return await runApp(flags, io)
	} catch (error) {
		io.stderr(faultText(error))
		return 1
	}
}
