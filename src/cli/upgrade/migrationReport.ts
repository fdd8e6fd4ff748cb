import type { ClientPaths } from '../../codec/legacy/clientPaths/checkClientPaths.ts'
import type { ReportFormat } from '../../codec/legacy/clientPaths/reportText.ts'
import { UserError } from '../../errors/UserError.ts'
import { type CommandContext, textFlag } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { readInput } from '../support/readInput.ts'

/** Concurrent account reads. */
const atOnce = 8

/** `migration-report` */
export const migrationReport: CommandSpec = {
	name: 'migration-report',
	args: '[address_key_or_label...]',
	description:
		'print what a move to generation 9 means for old clients: accounts x clients, each with the reads that work',
	details:
		'All accounts of the chain, unless some are named or listed in --file, one a line. The clients are those whose reads are known,\n' +
		'or those of --clients: names such as kava-sdk-4.0.0 and files with the paths a client reads, comma-separated. The report is\n' +
		'written while it is made. Exit code 1 when a read of some account breaks, or it was stopped.',
	examples: [
		'migration-report',
		'migration-report --format csv > report.csv',
		'migration-report alice --clients kava-sdk-4.0.0,launchpad-0.27.1',
	],
	flags: [
		{ flag: '--file <file>', description: 'read addresses from a file, one a line, or - for standard input' },
		{ flag: '--clients <list>', description: 'clients to check; all that are known when left out' },
		{ flag: '--format <format>', description: 'csv, json or md', choices: ['csv', 'json', 'md'] },
	],
	run: async (context, named) => {
		const [{ AccountReporter, addToTotals, clientName, noTotals }, { reportWriter }, { loadLegacy }, { restUrl }] =
			await Promise.all([
				import('../../codec/legacy/clientPaths/reportAccount.ts'),
				import('../../codec/legacy/clientPaths/reportText.ts'),
				import('../../client/index.ts'),
				import('./account.ts'),
			])
		const { inParallel } = await import('../../util/inParallel.ts')
		const { readAccountForms } = await loadLegacy()
		const clients = await chosenClients(context)
		const url = restUrl(context)
		const reporter = new AccountReporter(clients)
		const writer = reportWriter(formatOf(context), clients.map(clientName), await namer(context))
		context.io.stdout(writer.head())
		let [totals, count] = [noTotals, 0]
		const report = async (address: string) => {
			const { body8, body9 } = await readAccountForms(url, address)
			return reporter.report(address, body8, body9)
		}
		for await (const made of inParallel(addresses(context, named), atOnce, report)) {
			context.io.stdout(writer.row(made, count === 0))
			totals = addToTotals(totals, made)
			count++
			if (context.io.stopped.aborted) break
		}
		context.io.stdout(writer.foot(totals, count))
		const isStopped = context.io.stopped.aborted
		if (isStopped) context.io.stderr(`The report was stopped: it may lack accounts after its ${count}.\n`)
		return totals.break > 0 || isStopped ? 1 : 0
	},
}

function formatOf(context: CommandContext): ReportFormat {
	const asked = textFlag(context, 'format') as ReportFormat | undefined
	return asked ?? (context.output === 'json' ? 'json' : 'md')
}

/** The clients of `--clients`: names of known ones and files; all that are known without it. */
export async function chosenClients(context: CommandContext): Promise<readonly ClientPaths[]> {
	const { knownClient, knownClients, readClientPaths } = await import(
		'../../codec/legacy/clientPaths/readClientPaths.ts'
	)
	const asked = textFlag(context, 'clients')
	if (asked === undefined) return Object.values(knownClients)
	const sources = asked.split(',').map((part) => part.trim())
	return Promise.all(
		sources.map(async (source) => knownClient(source) ?? readClientPaths(await readInput(context.io, source))),
	)
}

/** The addresses of the report: those given, those of a file, or all of the chain. */
async function* addresses(context: CommandContext, named: readonly string[]): AsyncGenerator<string> {
	const { namedAddress } = await import('../keys/namedAddress.ts')
	const file = textFlag(context, 'file')
	const listed = file === undefined ? [] : (await readInput(context.io, file)).split(/\r?\n/).map((line) => line.trim())
	const asked = [...named, ...listed.filter((line) => line !== '' && !line.startsWith('#'))]
	if (file !== undefined && asked.length === 0) {
		throw new UserError(`There is no address in ${file}.`, { next: 'Write one address a line.' })
	}
	for (const text of asked) yield await namedAddress(context, text)
	if (asked.length > 0) return
	const { connect } = await import('../support/connect.ts')
	const { getAddressPages } = await import('../../client/index.ts')
	const { everyType } = await import('../support/everyType.ts')
	const connection = await connect(context)
	try {
		for await (const page of getAddressPages({ connection, registry: everyType() })) yield* page
	} finally {
		connection.close()
	}
}

/** Names of keys, and labels with their mark. */
async function namer(context: CommandContext): Promise<(address: string) => string> {
	const { namedKeys, readLabels } = await import('../keys/namedAddress.ts')
	const { homeConfig } = await import('../support/home.ts')
	const { labelSign } = await import('../../codec/address/labels.ts')
	const keys = new Map((await namedKeys(context)).map(({ address, name }) => [address, name]))
	const labels = readLabels(homeConfig(context).home)
	return (address) => {
		const label = labels.get(address)
		return keys.get(address) ?? (label === undefined ? '' : `${labelSign}${label}`)
	}
}
