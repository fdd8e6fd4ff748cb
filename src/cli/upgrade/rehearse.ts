import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserError } from '../../errors/UserError.ts'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import { isSet, textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { nodeConfig } from '../support/home.ts'
import { outputPlace, outputPlaceFlags } from '../support/outputPlace.ts'

/** `rehearse` */
export const rehearse: CommandSpec = {
	name: 'rehearse',
	args: '[file]',
	count: exactly(1),
	description: 'try the upgrade of a chain to generation 9 with its exported genesis, and write one report',
	details:
		'Migrates the genesis of generation 8, starts the new chain in memory, reads every account as old clients do in both generations,\n' +
		'and posts a legacy transaction as three of the accounts, acting as them. Nothing stays but the report. Exit code 1 if something\n' +
		'is refused, a read of some account breaks, or a transaction fails. Clients: kava-sdk-4.0.0, kava-sdk-9.0.1, launchpad-0.27.1, and\n' +
		'files with the paths a client reads.',
	settings: ['evmChainId'],
	examples: [
		'rehearse examples/genesis/generation-8.json --clients kava-sdk-4.0.0,launchpad-0.27 --output-document report.md',
		'rehearse examples/genesis/generation-8.json --output json',
	],
	flags: [
		{ flag: '--clients <list>', description: 'clients to try, comma-separated; all that are known when left out' },
		...outputPlaceFlags('--output-document <file>', 'write the report to this file: .md, .csv or .json'),
		{ flag: '--known-modules', description: 'leave out the modules that this program does not run' },
	],
	run: async (context, [file = '']) => {
		const { chosenClients } = await import('./migrationReport.ts')
		const { ProgressLine } = await import('../support/genesisProgress.ts')
		const { loadUpgrade } = await import('../../client/index.ts')
		const { rehearse: run, readUpgrade, rehearsalText, passes, upgradeChecks } = await loadUpgrade()
		const clients = await chosenClients(context)
		const target = outputPlace(context)
		const ending = target === undefined ? context.output : target.slice(target.lastIndexOf('.') + 1)
		const format = ending === 'json' || ending === 'csv' ? ending : 'md'
		const folder = mkdtempSync(join(tmpdir(), 'chain-tui-rehearse-'))
		const bar = new ProgressLine(context)
		const { stopped } = context.io
		const knownModules = isSet(context, 'knownModules')
			? (await import('../../node/genesis/validateGenesisFile.ts')).genesisModules(nodeConfig(context))
			: undefined
		try {
			const upgrade = await readUpgrade(file, join(folder, 'genesis.json'), {
				stopped,
				knownModules,
				prefix: textFlag(context, 'prefix'),
				progress: (done) => bar.show(done),
			}).finally(() => bar.clear())
			if (upgrade.summary === undefined) {
				throw new UserError('The genesis cannot be migrated.', {
					why: upgradeChecks(upgrade)
						.filter(({ kind }) => kind === 'bad')
						.map(({ text }) => `  ${text}`)
						.join('\n'),
					next: 'Mend the file or export it again, then rehearse again.',
				})
			}
			const found = await run(upgrade, clients, {
				stopped,
				progress: (done, all) => bar.show({ step: 'accounts', bytes: done, size: all, accounts: done }),
			}).finally(() => bar.clear())
			const text = rehearsalText(format, upgrade, found, clients)
			if (target === undefined) context.io.stdout(text)
			else {
				writeFileAtomic(target, text, { name: 'The report' })
				const { totals, posts, reports } = found
				context.io.stderr(
					`${reports.length} accounts: ${totals.reads} reads, ${totals.work} work, ${totals.change} change, ${totals.break} break; ` +
						`${posts.filter(({ code }) => code === 0).length} of ${posts.length} legacy transactions taken. Report: ${target}\n`,
				)
			}
			return passes(upgrade, found) ? 0 : 1
		} catch (cause) {
			if (!stopped.aborted) throw cause
			throw new UserError('The rehearsal was stopped.', { why: 'No report was written.', cause })
		} finally {
			rmSync(folder, { recursive: true, force: true })
		}
	},
}
