import { UserError } from '../../errors/UserError.ts'
import { isForPeople } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { defaultedNumber } from '../query/queryCommand.ts'

/** `watch` */
export const watch: CommandSpec = {
	name: 'watch',
	args: '[all|blocks|transactions|greetings]',
	count: { min: 0, max: 1 },
	description: 'show what happens on the chain as it happens',
	details:
		'All that is in blocks when nothing is named. On a terminal a line for each thing; piped, or with --output json, a line of\nJSON each, without empty blocks unless blocks are named. Ctrl-C ends it.',
	examples: ['watch', 'watch greetings --last 20', 'watch blocks --node http://127.0.0.1:26657 --output json'],
	flags: [{ flag: '--last <n>', description: 'begin with so many that were there before', default: '5' }],
	run: async (context, [word = 'all']) => {
		const [{ homeClient }, { LiveLines }, { AddressNames, watchChain, watchKinds }, { paintFor }] = await Promise.all([
			import('../support/connect.ts'),
			import('./LiveLines.ts'),
			import('./watchChain.ts'),
			import('../support/paint.ts'),
		])
		const kind = watchKinds.find((name) => name.startsWith(word.replace(/s$/, '')))
		if (kind === undefined) {
			throw new UserError(`There is nothing called ${word} to watch.`, {
				next: `Name one of: ${watchKinds.join(', ')}.`,
			})
		}
		const { client, keyring } = await homeClient(context)
		try {
			const { io } = context
			const words = isForPeople(context)
			const names = new AddressNames(keyring)
			const status = await client.status()
			if (status.state === 'unreachable') throw new UserError(status.problem, { next: 'Check that the node runs.' })
			await names.read(client)
			const lines = new LiveLines(io, names.nameOf, status.settings.denom, words)
			if (words) {
				const from = paintFor(io).muted(`watching ${status.chainId} at block ${status.height}; Ctrl-C ends`)
				lines.line(from)
			}
			const last = Math.min(100, defaultedNumber(context, 'last'))
			await watchChain(client, lines, names, { kind, last, emptyBlocks: words, signal: io.stopped })
			lines.end()
		} finally {
			await client.close()
		}
	},
}
