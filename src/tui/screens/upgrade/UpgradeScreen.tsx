import type { ReactElement } from 'react'
import type { UpgradeCheck } from '../../../client/index.ts'
import { defineScreen } from '../../app/defineScreen.ts'
import { ListScreen } from '../../app/list/ListScreen.tsx'
import { tabs } from '../../app/tabs.ts'
import { Split } from '../../kit/components/layout.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { useArea, useChanges, useTheme } from '../../kit/hooks/hooks.ts'
import { fitCells, wrapCells } from '../../kit/text/cells.ts'
import { counted } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import { UpgradeModel, upgradeColumns } from './UpgradeModel.ts'
import { upgradeCommands } from './upgradeCommands.ts'

/** The checklist of a genesis, and its accounts with what becomes of them. */
export function UpgradeScreen({ model }: { readonly model: UpgradeModel }): ReactElement {
	useChanges()
	const { height } = useArea()
	const { upgrade, app } = model
	const problems = upgrade?.accounts.filter(({ problem }) => problem !== '').length ?? 0
	const wanted = Math.max(4, model.checks.length + (model.chain !== undefined ? 5 : upgrade === undefined ? 3 : 2))
	return (
		<ListScreen
			model={model}
			title={upgrade === undefined ? 'Accounts' : counted(upgrade.accounts.length, 'account')}
			remarks={problems === 0 ? [] : [counted(problems, 'problem')]}
			columns={() => upgradeColumns(model)}
			empty={[
				'',
				`${app.keyFor('upgrade.file')} opens a genesis of a chain of generation 8 or 9, or a node that runs.`,
				'It is migrated to generation 9 as the framework does, and you see what becomes of each account.',
				`Then ${app.keyFor('upgrade.report')} tries the reads of old clients, and ${app.keyFor('upgrade.start')} starts the migrated chain.`,
			]}
			above={(list) => (
				<Split rows at={Math.min(wanted, Math.max(4, Math.floor(height * 0.45)))}>
					<Checklist model={model} />
					{list}
				</Split>
			)}
		/>
	)
}

const signs = { good: '✓', bad: '✗', look: '●', wait: '○' } as const

function Checklist({ model }: { readonly model: UpgradeModel }): ReactElement {
	const { upgrade } = model
	return (
		<Panel title={upgrade === undefined ? 'Upgrade' : safeText(upgrade.file, 80)} remark={model.busy} active={false}>
			<ChecklistRows model={model} />
		</Panel>
	)
}

function ChecklistRows({ model }: { readonly model: UpgradeModel }): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const { upgrade, busy, rehearsal } = model
	if (upgrade === undefined) {
		const words = busy === '' ? 'No genesis is open.' : `◌ ${busy} · Esc stops it`
		const soFar = model.checks.map((check) => fitCells(checkRow(check, theme, width), width))
		return <Rows lines={[...wrapCells(words, width).map(theme.muted), ...soFar]} />
	}
	const first = [...chainRows(model, theme), ...(rehearsal === undefined ? [] : [reportRow(model, theme)])]
	const rows = model.checks.map((check) => checkRow(check, theme, width))
	const room = Math.max(1, height - first.length)
	// Faults and remarks matter more than what is well.
	const order = { bad: 0, look: 1, wait: 2, good: 3 } as const
	const shown =
		rows.length <= room
			? rows
			: [...model.checks]
					.sort((a, b) => order[a.kind] - order[b.kind])
					.slice(0, room - 1)
					.map((check) => checkRow(check, theme, width))
					.concat(theme.muted(`… and ${counted(rows.length - room + 1, 'more line')}: E saves the report`))
	return <Rows lines={[...first, ...shown].map((line) => fitCells(line, width))} />
}

function checkRow({ kind, text }: UpgradeCheck, theme: Theme, width: number): string {
	const paint = { good: theme.good, bad: theme.bad, look: theme.warn, wait: theme.muted }[kind]
	return `${paint(signs[kind])} ${safeText(text, Math.max(20, width * 2))}`
}

/** Which client to point where. */
function chainRows({ chain }: UpgradeModel, theme: Theme): readonly string[] {
	if (chain === undefined) return []
	return [
		`${theme.good('●')} ${theme.strong(safeText(chain.chainId, 40))} runs in memory, place ${theme.accent('rehearsal')} on RPC`,
		`  generation 8  ${chain.legacy8}  for kava-sdk-4.0.0, launchpad-0.27`,
		`  generation 9  ${chain.rest}  for kava-sdk-9.0.1`,
	]
}

function reportRow({ rehearsal }: UpgradeModel, theme: Theme): string {
	const { totals, posts } = rehearsal!
	const taken = posts.filter(({ code }) => code === 0).length
	const sign = totals.break > 0 || taken < posts.length ? theme.bad('✗') : theme.good('✓')
	const reads = `${totals.work} of ${totals.reads} reads work, ${totals.change} moved, ${totals.break} gone`
	return `${sign} ${taken} of ${posts.length} legacy posts taken · ${reads}`
}

/** The rehearsal of the upgrade of a chain from generation 8. */
export const upgradeScreen = defineScreen({
	...tabs.upgrade,
	model: (app) => new UpgradeModel(app),
	commands: upgradeCommands,
	Screen: UpgradeScreen,
})
