import { isSet } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { needChain, nodeConfig, refuseWhileRunning } from '../support/ownChain.ts'

const barWidth = 30

/** `verify` */
export const verify: CommandSpec = {
	name: 'verify',
	description: 'check the whole home: files, blocks, indexes and state; tell what is wrong and what can be saved',
	examples: ['verify', 'verify --repair'],
	details: 'Nothing is changed without --repair. The exit code is 0 when the home is whole, or was mended.',
	flags: [{ flag: '--repair', description: 'make missing index entries anew and give up newest blocks that are lost' }],
	run: async (context) => {
		const config = nodeConfig(context)
		refuseWhileRunning(config.home)
		needChain(config.home)
		const { verifyHome } = await import('../../node/verifyHome.ts')
		let shown = ''
		const report = await verifyHome(config.home, isSet(context, 'repair'), (part, share) => {
			const filled = Math.round(Math.min(1, share) * barWidth)
			const line = `${part.padEnd(6)} ${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}`
			if (line === shown || !context.io.interactive) return
			shown = line
			context.io.stderr(`\r${line}`)
		})
		if (shown !== '') context.io.stderr(`\r${' '.repeat(barWidth + 7)}\r`)
		const { height, earliest, versions, faults, advice, repaired } = report
		await printResult(context, {
			home: config.home,
			blocks: height === 0 ? 'none' : `${Math.max(1, earliest)} to ${height}`,
			versions_of_the_state: versions,
			whole: faults.length === 0,
			faults,
			advice,
			repaired,
		})
		return faults.length === 0 || repaired.length > 0 ? 0 : 1
	},
}
