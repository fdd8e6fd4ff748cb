import type { ReactElement } from 'react'
import { Details } from '../../kit/components/Details.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { useNow, useTheme } from '../../kit/hooks/useModel.ts'
import type { Detail } from '../../kit/text/detailRows.ts'
import { grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { bar } from '../../kit/text/sparkline.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import type { NetworkModel } from './NetworkModel.ts'
import { validatorName } from './validatorName.ts'

/** Rows of the panel's inside. */
export const roundRows = 6

/** More power than this decides. */
const enough = 2 / 3

/** The height that is being decided: its round, who proposes, and how much of the power has voted. */
export function RoundPanel({ model }: { readonly model: NetworkModel }): ReactElement {
	const theme = useTheme()
	const now = useNow()
	return (
		<Panel title="Round" remark={model.problem === '' ? '' : `no answer: ${safeText(model.problem, 60)}`}>
			<Details rows={rowsOf(model, theme, now)} />
		</Panel>
	)
}

function rowsOf({ app, reading, validators }: NetworkModel, theme: Theme, now: number): readonly Detail[] {
	if (reading === undefined) return []
	const { height, round, step, since, proposer, prevotes, precommits } = reading
	const missing = validators.filter(({ commits }) => commits.at(-1) === 'absent')
	const waits = Math.max(0, Math.round((Math.max(now, app.clock()) - Date.parse(since)) / 1_000))
	const late = round > 0 || waits > 30
	const part = (share: number): string => {
		const paint = share > enough ? theme.good : theme.muted
		return `${paint(bar(share, 1, 20))} ${Math.round(share * 100)} % of the power${share > enough ? ', enough' : ''}`
	}
	const roundText = `round ${round}, ${step}${waits > 30 ? `, for ${waits} s` : ''}`
	return [
		['deciding', `${theme.strong(grouped(height))}  ${late ? theme.warn(roundText) : theme.muted(roundText)}`],
		[
			'proposer',
			validatorName(
				validators.find(({ address }) => address === proposer),
				proposer,
			),
		],
		['prevotes', part(prevotes)],
		['precommits', part(precommits)],
		[
			'missing',
			missing.length === 0
				? theme.good('nobody')
				: theme.bad(missing.map((validator) => validatorName(validator, validator.address)).join(', ')),
		],
		['seen from', safeText(app.state.status?.listeners.rpc ?? '', 80)],
	]
}
