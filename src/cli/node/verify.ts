import { type CommandContext, isSet } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { readHeight } from '../query/queryCommand.ts'
import { needChain, nodeConfig, refuseWhileRunning } from '../support/home.ts'

const barWidth = 30

/** `verify` */
export const verify: CommandSpec = {
	name: 'verify',
	description: 'check the whole home: files, blocks, indexes and state; tell what is wrong and what can be saved',
	examples: ['verify', 'verify --repair', 'verify --to-height whole'],
	details:
		'Nothing is changed without --repair or --to-height. The exit code is 0 when the home is whole, or was mended.',
	flags: [
		{
			flag: '--repair',
			description: 'rebuild index entries, headers and commits from the rest; accept the loss of newest blocks',
		},
		{
			flag: '--to-height <height>',
			description:
				'go back to this height, up to which all must be whole; `whole` is the last such height. Later blocks are gone',
		},
	],
	run: async (context) => {
		const config = nodeConfig(context)
		refuseWhileRunning(config.home)
		needChain(config.home)
		const { verifyHome } = await import('../../node/home/verifyHome.ts')
		let shown = ''
		const report = await verifyHome(
			config.home,
			{ repair: isSet(context, 'repair'), ...heightOf(context) },
			(part, share) => {
				const filled = Math.round(Math.min(1, share) * barWidth)
				const line = `${part.padEnd(6)} ${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}`
				if (line === shown || !context.io.interactive) return
				shown = line
				context.io.stderr(`\r${line}`)
			},
		)
		if (shown !== '') context.io.stderr(`\r${' '.repeat(barWidth + 7)}\r`)
		const { height, earliest, stateOnly, versions, faults, advice, repaired, mended } = report
		await printResult(context, {
			home: config.home,
			blocks:
				stateOnly !== undefined
					? `kept by the engine; the state is at height ${stateOnly}`
					: height === 0
						? 'none'
						: `${Math.max(1, earliest)} to ${height}`,
			versions_of_the_state: versions,
			whole: faults.length === 0,
			faults,
			advice,
			repaired,
		})
		return faults.length === 0 || mended ? 0 : 1
	},
}

function heightOf({ flags }: CommandContext): { readonly toHeight?: number | 'whole' } {
	const { toHeight } = flags
	if (toHeight === undefined) return {}
	if (toHeight === 'whole') return { toHeight }
	return { toHeight: readHeight(String(toHeight), 'Give a whole number from 1, or the word `whole`.') }
}
