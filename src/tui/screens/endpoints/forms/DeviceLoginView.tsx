import type { ReactElement } from 'react'
import type { StartedLogin } from '../../../../client/index.ts'
import type { UserError } from '../../../../errors/UserError.ts'
import type { TuiApp } from '../../../app/TuiApp.ts'
import { Area } from '../../../kit/components/Area.tsx'
import { Panel } from '../../../kit/components/Panel.tsx'
import { QrCode } from '../../../kit/components/QrCode.tsx'
import { Rows } from '../../../kit/components/Rows.tsx'
import { useArea } from '../../../kit/hooks/useArea.ts'
import { useChanges, useNow, useTheme } from '../../../kit/hooks/useModel.ts'
import { wrapCells } from '../../../kit/text/cells.ts'
import { hint } from '../../../kit/text/hints.ts'
import { linkText } from '../../../kit/text/linkText.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import { until } from '../parts/times.ts'

/** A login in progress, see `DeviceLogin`. */
export interface DeviceLoginState {
	readonly title: string
	readonly login: StartedLogin
	/** When the code ends, in milliseconds since the epoch. */
	readonly endsAt: number
	/** The error of the login. */
	readonly problem: UserError | undefined
	/** Address for entering the code; if the provider supports it, the address includes the code. */
	readonly address: string
}

interface DeviceLoginProps {
	readonly app: TuiApp
	readonly login: DeviceLoginState
}

/** Address and code of a login, as text and, if there is room, as a QR code. */
export function DeviceLoginView(props: DeviceLoginProps): ReactElement {
	useChanges()
	return (
		<Panel title={props.login.title} active>
			<Steps {...props} />
		</Panel>
	)
}

function Steps({ app, login }: DeviceLoginProps): ReactElement {
	useNow()
	const theme = useTheme()
	const { width, height } = useArea()
	const { verificationUri, userCode } = login.login
	const now = app.clock()
	const state = (): readonly string[] => {
		const { problem } = login
		if (problem !== undefined) {
			const lines = (text: string): readonly string[] => wrapCells(safeText(text, 300), width)
			return [...lines(`✗ ${problem.message}`).map(theme.bad), ...lines(problem.next).map(theme.warn)]
		}
		if (login.endsAt <= now) return [theme.bad('✗ the code has expired: Esc, and start again')]
		return [theme.accent(`◌ waiting for you · the code works for ${until(login.endsAt, now)}`)]
	}
	const lines = [
		'1. Open this address in a browser, here or on any other device:',
		'',
		`   ${theme.link(linkText(app.links, verificationUri))}`,
		'',
		'2. Enter this code there:',
		'',
		`   ${theme.strong(safeText(userCode, 40))}`,
		'',
		...state(),
		'',
		`${hint(theme, 'y', 'copy address')}   ${hint(theme, 'c', 'copy code')}   ${hint(theme, 'esc', 'cancel')}`,
		'',
	]
	return (
		<>
			<Rows lines={lines} />
			<Area width={width} height={height - lines.length}>
				<QrCode text={login.address} />
			</Area>
		</>
	)
}
