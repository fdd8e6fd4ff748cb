import type { ReactElement } from 'react'
import { Panel } from '../../../../kit/components/Panel.tsx'
import { Rows } from '../../../../kit/components/Rows.tsx'
import { Table } from '../../../../kit/components/Table.tsx'
import { useArea } from '../../../../kit/hooks/useArea.ts'
import { useChanges, useTheme } from '../../../../kit/hooks/useModel.ts'
import { wrapCells } from '../../../../kit/text/cells.ts'
import { safeText } from '../../../../kit/text/safeText.ts'
import type { LoginModel } from './LoginModel.ts'

const intro = [
	'A private JSON-RPC endpoint of this chain for your team: its own URL, API keys, allowlists, statistics and a bill.',
	'The first 15 million relays of a month are free.',
]

const providerHint =
	'Logins with identity providers (OpenID device flow) appear here once endpoints.json in the home names them.'

/** Purpose of the service, and the ways to sign up and log in. */
export function LoginPage({ model }: { readonly model: LoginModel }): ReactElement {
	useChanges()
	return (
		<Panel title="Private endpoints" remark="not logged in" active>
			<Ways model={model} />
		</Panel>
	)
}

function Ways({ model }: { readonly model: LoginModel }): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const { ways } = model
	const head = intro.flatMap((line) => wrapCells(line, width))
	const foot = model.withoutProvider ? wrapCells(providerHint, width).map(theme.muted) : []
	return (
		<>
			<Rows lines={[...head, '']} />
			<Table
				header={false}
				cursor={model.cursor}
				count={ways.length}
				columns={[
					{ title: '', width: 34 },
					{ title: '', width: 'flex' },
				]}
				row={(index) => {
					const { label = '', note = '' } = ways[index] ?? {}
					return [safeText(label, 60), theme.muted(safeText(note, 120))]
				}}
				empty={[]}
				height={Math.max(2, height - head.length - 2 - foot.length)}
				onOpen={() => model.choose()}
			/>
			<Rows lines={['', ...foot]} />
		</>
	)
}
