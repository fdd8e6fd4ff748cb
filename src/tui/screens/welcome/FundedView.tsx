import type { ReactElement } from 'react'
import { Details } from '../../kit/components/Details.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Prose } from '../../kit/components/Prose.tsx'
import { Row, Rows } from '../../kit/components/Rows.tsx'
import { useArea, useChanges, useTheme } from '../../kit/hooks/hooks.ts'
import { pageCells } from '../../kit/text/cells.ts'
import { hint } from '../../kit/text/hints.ts'
import type { FirstRun } from './FirstRun.ts'
import { fundingRows } from './fundingRows.ts'

/** Rows of the page, its frame included. */
const pageRows = 19

/** The page after the words, see `FundedPage`. */
export function FundedView({ run, title }: { readonly run: FirstRun; readonly title: () => string }): ReactElement {
	useChanges()
	const { width, height } = useArea()
	return (
		<Panel title={title()} active width={Math.min(width, pageCells)} height={Math.min(height, pageRows)}>
			<Funded run={run} />
		</Panel>
	)
}

function Funded({ run }: { readonly run: FirstRun }): ReactElement {
	const theme = useTheme()
	const { width } = useArea()
	const { app } = run
	const address = run.key?.address ?? ''
	return (
		<>
			<Rows lines={[...fundingRows(run, { theme, width }), '']} />
			<Details
				rows={[
					['you are', theme.strong(app.nameOf(address))],
					['address', address],
					['balance', app.amounts.coins(app.state.balances)],
				]}
			/>
			<Row text="" />
			{run.poor ? <WaysToCoins /> : <FirstGreeting />}
		</>
	)
}

function FirstGreeting(): ReactElement {
	const theme = useTheme()
	return (
		<>
			<Prose text="Now say something: a greeting is a transaction, signed by you, paid with a small fee, kept in a block." />
			<Row text="" />
			<Row text={`${hint(theme, 'enter', 'write your first greeting')}   ${hint(theme, 'esc', 'look around')}`} />
		</>
	)
}

function WaysToCoins(): ReactElement {
	const theme = useTheme()
	const hints = [
		hint(theme, 'y', 'copy my address'),
		hint(theme, 'enter', 'import a key with coins'),
		hint(theme, 'esc', 'look around'),
	]
	return (
		<>
			<Prose text="You need a few coins for the fees. There are two ways to get some:" />
			<Details
				rows={[
					['·', 'Copy your address and ask someone who has coins to send you some. This page says when they arrive.'],
					['·', 'Import a key that has coins: its words, its private key or an encrypted export.'],
				]}
			/>
			<Row text="" />
			<Row text={hints.join('   ')} />
		</>
	)
}
