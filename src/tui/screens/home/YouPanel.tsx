import type { ReactElement } from 'react'
import { Panel } from '../../kit/components/Panel.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useTheme } from '../../kit/hooks/useModel.ts'
import { middle } from '../../kit/text/cells.ts'
import { counted } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { HomeModel } from './HomeModel.ts'

/** The signing key and its balance. */
export function YouPanel({ model }: { readonly model: HomeModel }): ReactElement {
	return (
		<Panel title="You">
			<You model={model} />
		</Panel>
	)
}

function You({ model }: { readonly model: HomeModel }): ReactElement {
	const { app, greetings } = model
	const theme = useTheme()
	const { width } = useArea()
	const key = app.state.keys.find((candidate) => candidate.name === app.state.current)
	if (key === undefined) {
		const where = `${theme.key(app.keyFor('go.keys'))} ${theme.muted('goes to Keys, where you make one.')}`
		return <Rows lines={[theme.muted('You have no key yet.'), where]} />
	}
	return (
		<Rows
			lines={[
				`${theme.strong(safeText(key.name, 30))}  ${theme.muted(middle(key.address, Math.max(16, width - 16)))}`,
				app.amounts.coins(app.state.balances),
				theme.muted(greetings === undefined ? '' : `${counted(greetings, 'greeting')} on the chain`),
			]}
		/>
	)
}
