import type { ReactElement } from 'react'
import { Details } from '../../kit/components/Details.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { useTheme } from '../../kit/hooks/useModel.ts'
import { middle } from '../../kit/text/cells.ts'
import type { Detail } from '../../kit/text/detailRows.ts'
import { linkText } from '../../kit/text/linkText.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import type { HomeModel } from './HomeModel.ts'

/** The chain's height, state and addresses. */
export function ChainPanel({ model }: { readonly model: HomeModel }): ReactElement {
	const chainId = safeText(model.app.state.status?.chainId ?? '', 40)
	return (
		<Panel title="Chain" remark={chainId}>
			<Details rows={chainRows(model, useTheme())} />
		</Panel>
	)
}

/** Rows of the panel, so that its height is known before drawing. */
export function chainRows({ app, endpoints }: HomeModel, theme: Theme): readonly Detail[] {
	const { status } = app.state
	if (status === undefined) return []
	const seconds = app.pulses.blockSeconds
	const blocks = status.state === 'paused' ? 'paused' : seconds === undefined ? '' : `${seconds.toFixed(1)} s blocks`
	const problem: readonly Detail[] = status.problem === '' ? [] : [['why', safeText(status.problem, 200)]]
	return [
		['height', `${theme.strong(grouped(status.height))}  ${theme.muted(blocks)}`],
		['app hash', middle(status.appHash, 20)],
		[
			'mempool',
			`${grouped(status.mempoolSize)}   ${theme.muted(status.kind === 'embedded' ? 'no peers' : counted(status.peers, 'peer'))}`,
		],
		['minimum fee', `${safeText(status.minimumGasPrices, 40)} ${theme.muted('per gas')}`],
		...problem,
		...endpoints.map(
			(endpoint): Detail => [
				endpoint.label,
				endpoint.taken === undefined
					? linkText(app.links, endpoint.address)
					: `${linkText(app.links, endpoint.address)} ${theme.warn(`! ${endpoint.taken} is taken`)}`,
			],
		),
	]
}
