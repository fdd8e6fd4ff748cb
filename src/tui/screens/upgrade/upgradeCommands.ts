import { readFile } from 'node:fs/promises'
import { loadUpgrade } from '../../../client/index.ts'
import { knownClients } from '../../../codec/legacy/clientPaths/readClientPaths.ts'
import type { ReportFormat } from '../../../codec/legacy/clientPaths/reportText.ts'
import { listCommands } from '../../app/list/listCommands.ts'
import { saveExport } from '../../app/userFiles.ts'
import type { CommandRecord } from '../../kit/keymap/Command.ts'
import { askLine } from '../../kit/overlays/LinePrompt.tsx'
import type { UpgradeModel } from './UpgradeModel.ts'

/** Commands of the Upgrade screen. */
export function upgradeCommands(model: UpgradeModel): readonly CommandRecord[] {
	const { app, list, upgrade } = model
	const isFree = (): true | string => model.busy === '' || 'wait until the work is done, or stop it with Esc'
	const isWhole = (): true | string => {
		if (isFree() !== true) return isFree()
		return upgrade?.target !== undefined || (upgrade === undefined ? 'open a genesis first' : 'the genesis is refused')
	}
	return [
		{
			id: 'upgrade.file',
			keys: ['o'],
			title: 'open',
			description: 'Open a genesis, or read one from a node: it is migrated, and each account is looked at.',
			footer: 1,
			enabled: isFree,
			run: () => askFile(model),
		},
		...listCommands(model, {
			id: 'upgrade',
			open: {
				title: 'both forms',
				description: 'Show the selected account in both generations side by side, with linked fields.',
				footer: 2,
				run: () => {
					const { selected } = list
					if (selected !== undefined) app.attempt(async () => app.open('accounts', await model.bodyOf(selected)))
				},
			},
			filter: { footer: 5, placeholder: 'address, name, kind, coins or problem' },
		}),
		{
			id: 'upgrade.report',
			keys: ['r'],
			title: 'old clients',
			description:
				'Read every account as all known old clients do, and post three legacy transactions, on the migrated chain.',
			footer: 3,
			enabled: () => (upgrade?.accounts.length === 0 ? 'there are no accounts to read' : isWhole()),
			run: () => app.attempt(() => model.report()),
		},
		{
			id: 'upgrade.start',
			keys: ['s'],
			title: model.chain === undefined ? 'start' : 'end',
			description: 'Start the migrated chain in memory, where both generations answer, or end it.',
			footer: 4,
			enabled: isWhole,
			run: () => app.attempt(() => (model.chain === undefined ? model.start() : model.end())),
		},
		{
			id: 'upgrade.export-genesis',
			keys: ['e'],
			title: 'save genesis',
			description: 'Save the migrated genesis to a file.',
			footer: 6,
			enabled: isWhole,
			run: () =>
				app.attempt(async () => {
					saveExport(app, 'genesis-9.json', await readFile(upgrade?.target ?? '', 'utf8'), 'the genesis')
				}),
		},
		...(
			[
				['md', 'E', 'Markdown'],
				['csv', 'C', 'CSV'],
				['json', 'J', 'JSON'],
			] as const
		).map(
			([format, key, name]): CommandRecord => ({
				id: `upgrade.export-${format}`,
				keys: [key],
				title: `save report ${name}`,
				description: `Save the report of the rehearsal as ${name}.`,
				...(format === 'md' ? { footer: 7 } : {}),
				enabled: () => {
					if (isWhole() !== true) return isWhole()
					return model.rehearsal !== undefined || 'try the old clients first'
				},
				run: () => app.attempt(() => saveReport(model, format)),
			}),
		),
	]
}

async function saveReport({ app, upgrade, rehearsal }: UpgradeModel, format: ReportFormat): Promise<void> {
	if (upgrade === undefined || rehearsal === undefined) return
	const { rehearsalText } = await loadUpgrade()
	const text = rehearsalText(format, upgrade, rehearsal, Object.values(knownClients))
	saveExport(app, `rehearsal.${format}`, text, 'the report')
}

function askFile(model: UpgradeModel): void {
	const { app } = model
	askLine(app, {
		title: 'Open a genesis',
		prompt: 'file or URL',
		placeholder: 'genesis.json · http://node:1317 · http://old-node:1317 addresses.txt',
		accepted: (text) => {
			if (text.trim() !== '') app.attempt(() => model.open(text.trim()))
		},
	})
}
