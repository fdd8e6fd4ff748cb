import type { ReactElement } from 'react'
import type { LoginMethod } from '../../../../client/index.ts'
import { ListPanel } from '../../../app/list/ListScreen.tsx'
import { useChanges, useTheme } from '../../../kit/hooks/hooks.ts'
import { ItemList } from '../../../kit/models/ItemList.ts'
import type { ListColumn } from '../../../kit/models/List.ts'
import { wrapCells } from '../../../kit/text/cells.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { startDeviceLogin } from '../forms/DeviceLogin.tsx'
import { logIn, signUp } from '../forms/passwordLogin.ts'
import type { PageActions, PageModel } from '../PageModel.ts'

/** A way to sign up or log in. */
interface LoginWay {
	/** Not yet safe to print. */
	readonly label: string
	readonly note: string
	readonly run: () => void
}

/** The ways to sign up and log in, while nobody is logged in. */
export class LoginModel implements PageModel {
	readonly crumb = ''
	isRead = false
	ways: readonly LoginWay[]
	/** Logins with identity providers are not set up. */
	withoutProvider = false
	readonly list = new ItemList<LoginWay>({ items: () => this.ways, keyOf: ({ label }) => label })
	readonly #model: EndpointsModel

	constructor(model: EndpointsModel) {
		this.#model = model
		this.ways = [this.#signUp]
	}

	async read(): Promise<void> {
		const methods = await this.#model.client.loginMethods()
		this.ways = [this.#signUp, ...methods.map((method) => this.#way(method))]
		this.withoutProvider = !methods.some(({ kind }) => kind === 'device')
		// A user who was logged in before probably wants to log in again, not to create another account.
		if (!this.isRead && this.#model.hasLoggedOut) {
			this.list.cursor.select(1 + methods.findIndex(({ kind }) => kind === 'password'))
		}
		this.isRead = true
	}

	actions(): PageActions {
		return {
			open: { title: 'choose', footer: 1, run: () => this.choose() },
			new: { title: 'sign up', footer: 2, run: () => signUp(this.#model) },
			login: { footer: 3, run: () => logIn(this.#model) },
		}
	}

	/** Starts the selected way. */
	choose(): void {
		this.list.selected?.run()
	}

	get #signUp(): LoginWay {
		return { label: 'Sign up with e-mail and password', note: 'new here', run: () => signUp(this.#model) }
	}

	#way(method: LoginMethod): LoginWay {
		const model = this.#model
		if (!method.available || method.kind === 'wallet') {
			const note = method.note === '' ? 'not yet available' : method.note
			return { label: method.label, note: 'not yet available', run: () => model.app.toast('info', note) }
		}
		if (method.kind === 'password') {
			return { label: 'Log in with e-mail and password', note: '', run: () => logIn(model) }
		}
		return {
			label: `Sign up or log in with ${method.label}`,
			note: 'in your browser, by a code',
			run: () => startDeviceLogin(model, method),
		}
	}
}

const intro = [
	'A private JSON-RPC endpoint of this chain for your team: its own URL, API keys, allowlists, statistics and a bill.',
	'The first 15 million relays of a month are free.',
]

const providerHint =
	'Logins with identity providers (OpenID device flow) appear here once endpoints.json in the home names them.'

/** Purpose of the service, and the ways to sign up and log in. */
export function LoginPage({ model }: { readonly model: LoginModel }): ReactElement {
	useChanges()
	const theme = useTheme()
	return (
		<ListPanel
			list={model.list}
			title="Private endpoints"
			place="not logged in"
			header={false}
			columns={columns}
			head={(width) => [...intro.flatMap((line) => wrapCells(line, width)), '']}
			foot={(width) => (model.withoutProvider ? ['', ...wrapCells(providerHint, width).map(theme.muted)] : [])}
			onOpen={() => model.choose()}
		/>
	)
}

const columns: readonly ListColumn<LoginWay>[] = [
	{ id: 'way', title: '', width: 34, text: ({ label }) => safeText(label) },
	{ id: 'note', title: '', width: 'flex', text: ({ note }, { theme }) => theme.muted(safeText(note)) },
]
