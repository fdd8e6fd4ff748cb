import type { ReactElement } from 'react'
import { Panel } from '../../kit/components/Panel.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useTheme } from '../../kit/hooks/useModel.ts'
import { fitCells } from '../../kit/text/cells.ts'
import { counted } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { NetworkModel } from './NetworkModel.ts'

/** The nodes this node is connected to. */
export function PeerList({ model }: { readonly model: NetworkModel }): ReactElement {
	return (
		<Panel title={counted(model.reading?.peers.length ?? 0, 'peer')}>
			<PeerRows model={model} />
		</Panel>
	)
}

function PeerRows({ model }: { readonly model: NetworkModel }): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const peers = model.reading?.peers ?? []
	if (peers.length === 0) return <Rows lines={[theme.warn('This node has no peers.')]} />
	const shown = peers.length > height ? peers.slice(0, Math.max(1, height - 1)) : peers
	const lines = shown.map(({ moniker, address, version, outbound, id }) => {
		const way = outbound ? '→ called' : '← calls '
		const name = fitCells(safeText(moniker === '' ? id.slice(0, 12) : moniker, 40), 16)
		const text = `${theme.muted(way)} ${name} ${safeText(address, 45)} ${theme.muted(`Tendermint ${safeText(version, 20)}`)}`
		return fitCells(text, width)
	})
	const more = peers.length > shown.length ? [theme.muted(`and ${peers.length - shown.length} more`)] : []
	return <Rows lines={[...lines, ...more]} />
}
