import type { ReactElement } from 'react'
import type { LoginMethod, StartedLogin } from '../../../../client/EndpointsClient.ts'
import { UserError } from '../../../../errors/UserError.ts'
import type { NoticeArea } from '../../../kit/components/NoticeView.tsx'
import { TextPage } from '../../../kit/components/TextPage.tsx'
import type { Command } from '../../../kit/keymap/Command.ts'
import type { Overlay } from '../../../kit/keymap/Layer.ts'
import { hint } from '../../../kit/text/hints.ts'
import { linkText } from '../../../kit/text/linkText.ts'
import { qrRows } from '../../../kit/text/qrRows.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { until } from '../parts/times.ts'

/** Between two questions whether the person is done in the browser. */
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
		const started = await model.client.startDeviceLogin(method.id, options)
		app.toast('info', `${method.label} waits for you`)
		app.show(new DeviceLogin(model, method, started))
	})
}

/** Shows the code and the address to enter it at until the provider says that it is done. */
export class DeviceLogin implements Overlay {
	readonly name = 'device-login'
	readonly placement = 'full'
	readonly title: string
	readonly #model: EndpointsModel
	readonly #method: LoginMethod
	readonly #login: StartedLogin
	readonly #endsAt: number
	readonly #timer: NodeJS.Timeout
	#asking = false
	#problem: UserError | undefined

	constructor(model: EndpointsModel, method: LoginMethod, login: StartedLogin) {
		this.#model = model
		this.#method = method
		this.#login = login
		this.title = `Log in with ${safeText(method.label, 40)}`
		this.#endsAt = model.app.clock() + login.expiresIn * 1_000
		this.#timer = setInterval(() => this.#ask(), askEveryMs)
		this.#timer.unref()
	}

	commands(): readonly Command[] {
		const group = 'Login with a provider'
		const { app } = this.#model
		return [
			{
				id: 'device-login.copy',
				keys: ['y'],
				title: 'copy address',
				description: 'Copy the address to open in a browser.',
				group,
				footer: 1,
				run: () => app.copy(this.#address, 'address'),
			},
			{
				id: 'device-login.code',
				keys: ['c'],
				title: 'copy code',
				description: 'Copy the code to enter there.',
				group,
				footer: 2,
				run: () => app.copy(this.#login.userCode, 'code'),
			},
			{
				id: 'device-login.cancel',
				keys: ['esc'],
				title: 'cancel',
				description: 'Stop waiting for the login.',
				group,
				footer: 3,
				run: () => app.close(this),
			},
		]
	}

	rows(_width: number, height: number): number {
		return height
	}

	closed(): void {
		clearInterval(this.#timer)
	}

	view(): ReactElement {
		return <TextPage title={this.title} rows={(area) => this.#rows(area)} />
	}

	#rows({ theme, height }: NoticeArea): readonly string[] {
		const { app } = this.#model
		const left = this.#endsAt - app.clock()
		const waiting =
			left <= 0
				? theme.bad('✗ the code has expired: Esc, and start again')
				: theme.accent(`◌ waiting for you · the code works for ${until(this.#endsAt, app.clock())}`)
		const lines = [
			'1. Open this address in a browser, here or on any other device:',
			'',
			`   ${theme.link(linkText(app.links, this.#login.verificationUri))}`,
			'',
			'2. Enter this code there:',
			'',
			`   ${theme.strong(safeText(this.#login.userCode, 40))}`,
			'',
			this.#problem === undefined ? waiting : theme.bad(`✗ ${safeText(this.#problem.message, 300)}`),
			theme.warn(safeText(this.#problem?.next ?? '', 300)),
			`${hint(theme, 'y', 'copy address')}   ${hint(theme, 'c', 'copy code')}   ${hint(theme, 'esc', 'cancel')}`,
		]
		const code = qrRows(this.#address, theme.colored)
		return height >= lines.length + code.length + 1 ? [...lines, '', ...code] : lines
	}

	get #address(): string {
		return this.#login.verificationUriComplete ?? this.#login.verificationUri
	}

	#ask(): void {
		const { app } = this.#model
		if (this.#asking || this.#problem !== undefined) return
		this.#asking = true
		app.attempt(
			async () => {
				const { state, message } = await this.#model.client.deviceLogin(this.#login.loginId)
				this.#asking = false
				if (state === 'pending') return
				if (state === 'failed') {
					this.#fail(new UserError(message, { next: 'Esc, and start again or choose another way.' }))
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
		this.#asking = false
		this.#problem = error
		clearInterval(this.#timer)
		this.#model.app.touch()
	}
}
