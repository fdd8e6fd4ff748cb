import type { LoginMethod } from '../../../../client/EndpointsClient.ts'
import { panel } from '../../../kit/lines/layout.ts'
import { table } from '../../../kit/lines/table.ts'
import type { Line, View } from '../../../kit/lines/View.ts'
import { ListCursor } from '../../../kit/models/ListCursor.ts'
import { wrapCells } from '../../../kit/text/cells.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { startDeviceLogin } from '../forms/DeviceLogin.tsx'
import { logIn, signUp } from '../forms/passwordLogin.ts'
import type { Page, PageActions } from '../Page.ts'
import { listMovable } from '../parts/listMovable.ts'

interface LoginRow {
	readonly label: string
	readonly note: string
	readonly run: () => void
}

const intro = [
	'A private JSON-RPC endpoint of this chain for your team: its own URL, API keys, allowlists, statistics and a bill.',
	'The first 15 million relays of a month are free.',
]

/** Nobody is logged in: the ways to sign up and log in. */
export class LoginPage implements Page {
	readonly crumb = ''
	isRead = false
	#methods: readonly LoginMethod[] = []
	readonly #model: EndpointsModel
	readonly #cursor = new ListCursor(() => this.#rows().length)
	readonly movable = listMovable(this.#cursor)

	constructor(model: EndpointsModel) {
		this.#model = model
	}

	async read(): Promise<void> {
		this.#methods = await this.#model.client.loginMethods()
		const isFirst = !this.isRead
		this.isRead = true
		// Who was logged in before wants in again, and not another account.
		if (isFirst && this.#model.hasLoggedOut) {
			this.#cursor.move(1 + this.#methods.findIndex(({ kind }) => kind === 'password'))
		}
	}

	actions(): PageActions {
		return {
			open: { title: 'choose', footer: 1, run: () => this.#rows()[this.#cursor.selected]?.run() },
			new: { title: 'sign up', footer: 2, run: () => signUp(this.#model) },
			login: { footer: 3, run: () => logIn(this.#model) },
		}
	}

	lines(view: View): readonly Line[] {
		return panel(view, { title: 'Private endpoints', remark: 'not logged in', active: true }, (inside) => {
			const head = intro.flatMap((line) => wrapCells(line, inside.width))
			const rows = this.#rows()
			const foot = this.#hasProvider
				? []
				: wrapCells(
						'Logins with identity providers (OpenID device flow) appear here once endpoints.json in the home names them.',
						inside.width,
					)
			const list = inside.part(
				0,
				head.length + 1,
				inside.width,
				Math.max(2, inside.height - head.length - 2 - foot.length),
			)
			return [
				...head,
				'',
				...table(list, {
					header: false,
					cursor: this.#cursor,
					count: rows.length,
					columns: [
						{ title: '', width: 34 },
						{ title: '', width: 'flex' },
					],
					row: (index) => [safeText(rows[index]!.label, 60), view.theme.muted(safeText(rows[index]!.note, 120))],
					empty: [],
					onOpen: () => rows[this.#cursor.selected]?.run(),
				}),
				'',
				...foot.map((line) => view.theme.muted(line)),
			]
		})
	}

	get #hasProvider(): boolean {
		return !this.isRead || this.#methods.some(({ kind }) => kind === 'device')
	}

	#rows(): readonly LoginRow[] {
		const model = this.#model
		return [
			{ label: 'Sign up with e-mail and password', note: 'new here', run: () => signUp(model) },
			...(this.isRead ? this.#methods : []).map((method): LoginRow => {
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
			}),
		]
	}
}
