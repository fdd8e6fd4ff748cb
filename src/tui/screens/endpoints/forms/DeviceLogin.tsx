import type { ReactElement } from 'react'
import type { LoginMethod, StartedLogin } from '../../../../client/index.ts'
import { UserError } from '../../../../errors/UserError.ts'
import type { TuiApp } from '../../../app/TuiApp.ts'
import { Area } from '../../../kit/components/layout.tsx'
import { Panel } from '../../../kit/components/Panel.tsx'
import { QrCode } from '../../../kit/components/QrCode.tsx'
import { Rows } from '../../../kit/components/Rows.tsx'
import { useArea, useChanges, useNow, useTheme } from '../../../kit/hooks/hooks.ts'
import { type Command, commandsOf } from '../../../kit/keymap/Command.ts'
import type { Overlay } from '../../../kit/keymap/Overlay.ts'
import { type Form, showForm } from '../../../kit/overlays/Form.tsx'
import { showNotice } from '../../../kit/overlays/Notice.tsx'
import { wrapCells } from '../../../kit/text/cells.ts'
import { hint } from '../../../kit/text/hints.ts'
import { linkText } from '../../../kit/text/linkText.ts'
import { loadQr } from '../../../kit/text/qrRows.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { until } from '../parts/texts.ts'

/** Between two questions whether the user is done in the browser. */
const askEveryMs = 1_000

/** Starts a login at an identity provider; with `link` the provider is added to the account that is logged in. */
export function startDeviceLogin(
	model: EndpointsModel,
	method: LoginMethod,
	options: { readonly link?: boolean } = {},
): void {
	const { app } = model
	app.toast('busy', `asking ${method.label} for a code`)
	app.attempt(async () => {
		const [started] = await Promise.all([model.client.startDeviceLogin(method.id, options), loadQr()])
		app.toast('info', `${method.label} waits for you`)
		app.show(new DeviceLogin(model, method, started))
	})
}

/** Shows the code and the address to enter it, until the provider confirms the login. */
export class DeviceLogin implements Overlay {
	readonly name = 'device-login'
	readonly placement = 'full'
	readonly title: string
	readonly #model: EndpointsModel
	readonly #method: LoginMethod
	readonly login: StartedLogin
	/** When the code ends, in milliseconds since the epoch. */
	readonly endsAt: number
	readonly #timer: NodeJS.Timeout
	#asking = false
	/** The error of the login. */
	problem: UserError | undefined

	constructor(model: EndpointsModel, method: LoginMethod, login: StartedLogin) {
		this.#model = model
		this.#method = method
		this.login = login
		this.title = `Log in with ${safeText(method.label, 40)}`
		this.endsAt = model.app.clock() + login.expiresIn * 1_000
		this.#timer = setInterval(() => this.#ask(), askEveryMs)
		this.#timer.unref()
	}

	commands(): readonly Command[] {
		const { app } = this.#model
		return commandsOf({ group: 'Login with a provider' }, [
			{
				id: 'device-login.copy',
				keys: ['y'],
				title: 'copy address',
				description: 'Copy the address to open in a browser.',
				footer: 1,
				run: () => app.copy(this.address, 'address'),
			},
			{
				id: 'device-login.code',
				keys: ['c'],
				title: 'copy code',
				description: 'Copy the code to enter there.',
				footer: 2,
				run: () => app.copy(this.login.userCode, 'code'),
			},
			{
				id: 'device-login.cancel',
				keys: ['esc'],
				title: 'cancel',
				description: 'Stop waiting for the login.',
				footer: 3,
				run: () => app.close(this),
			},
		])
	}

	closed(): void {
		clearInterval(this.#timer)
	}

	view(): ReactElement {
		return (
			<Panel title={this.title} active>
				<Steps app={this.#model.app} login={this} />
			</Panel>
		)
	}

	/** Where the code is entered; it contains the code if the provider supports that. */
	get address(): string {
		return this.login.verificationUriComplete ?? this.login.verificationUri
	}

	#ask(): void {
		const { app } = this.#model
		if (this.#asking || this.problem !== undefined) return
		this.#asking = true
		app.attempt(
			async () => {
				const { state, message, next } = await this.#model.client.deviceLogin(this.login.loginId)
				this.#asking = false
				if (state === 'pending') return
				if (state === 'failed') {
					this.#fail(new UserError(message, { next }))
					return
				}
				app.close(this)
				app.toast('good', `logged in with ${this.#method.label}`)
				this.#model.restart()
			},
			(error) => this.#fail(error),
		)
	}

	#fail(error: UserError): void {
		this.problem = error
		clearInterval(this.#timer)
		this.#model.app.touch()
	}
}

/** Adds an identity provider to the account that is logged in. */
export async function linkProvider(model: EndpointsModel): Promise<void> {
	const { app } = model
	const providers = (await model.client.loginMethods()).filter(({ kind }) => kind === 'device')
	if (providers.length === 0) {
		showNotice(app, {
			title: 'Identity providers',
			lines: () => [
				'This service has no identity provider.',
				'Name one in endpoints.json of its home, then start it again.',
			],
		})
		return
	}
	const form: Form = showForm(app, {
		title: 'Add a login to the account',
		action: 'go on',
		fields: [
			{
				id: 'provider',
				label: 'provider',
				kind: 'choice',
				choices: providers.map(({ id, label }) => ({ value: id, label: safeText(label, 60) })),
			},
		],
		submit: ({ provider = '' }) => {
			const method = providers.find(({ id }) => id === provider)
			form.close()
			if (method !== undefined) startDeviceLogin(model, method, { link: true })
		},
	})
}

/** Address and code of a login, as text and, if there is room, as a QR code. */
function Steps({ app, login }: { readonly app: TuiApp; readonly login: DeviceLogin }): ReactElement {
	useChanges()
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
