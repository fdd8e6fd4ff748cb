import {
	type Action,
	allows,
	type EndpointsAccount,
	type EndpointsClient,
	type EndpointsProject,
} from '../../../client/index.ts'
import { UserError } from '../../../errors/UserError.ts'
import type { ScreenModel } from '../../app/ScreenModel.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import type { Movable } from '../../kit/models/List.ts'
import type { Page, PageRoutes } from './PageModel.ts'

/** Refresh interval of a live page, in milliseconds. */
const refreshMs = 5_000

/** The Endpoints screen: pages from the login down to one application, of which the last one is shown. */
export class EndpointsModel implements ScreenModel {
	readonly protocols = ['rest 9', 'rest 8', 'evm'] as const
	readonly app: TuiApp
	readonly routes: PageRoutes
	/** From the outermost to the one shown; the first is the login, or the projects. */
	pages: readonly Page[]
	/** Error of reading the page. */
	problem: UserError | undefined
	account: EndpointsAccount | undefined
	/** Keys made while the app runs, by application: for the try-it console, never written anywhere. */
	readonly freshKeys = new Map<string, string>()
	/** The last reading of a page: the error of an older one is not shown. */
	#reading: object | undefined
	#readAt = Number.NEGATIVE_INFINITY
	#wasLoggedIn = false
	/** Whether somebody was logged in earlier in this session. */
	hasLoggedOut = false

	constructor(app: TuiApp, routes: (model: EndpointsModel) => PageRoutes) {
		this.app = app
		this.routes = routes(this)
		this.pages = [this.routes.login()]
	}

	/** The service, or undefined while the node does not offer it. */
	get service(): EndpointsClient | undefined {
		return this.app.client?.endpoints
	}

	/** The service of a page that is shown because there is one. @throws {UserError} */
	get client(): EndpointsClient {
		const { service } = this
		if (service === undefined) {
			throw new UserError('The endpoint service is off.', { next: 'Switch its listener on at the Node screen.' })
		}
		return service
	}

	get page(): Page {
		return this.pages.at(-1)!
	}

	crumbs(): readonly string[] {
		return this.pages.map(({ model }) => model.crumb).filter((crumb) => crumb !== '')
	}

	movable(): Movable | undefined {
		const { movable, list } = this.page.model
		return movable ?? list
	}

	opened(): void {
		this.refresh()
	}

	connected(): void {
		if (this.app.screen.model === this) this.refresh()
	}

	events(): void {
		const due = this.app.clock() - this.#readAt >= refreshMs
		if (this.app.screen.model !== this || !due) return
		const { isLive = false, isRead } = this.page.model
		if (isLive || (this.pages.length === 1 && !isRead)) this.refresh()
	}

	back(): boolean {
		const { model } = this.page
		if (model.back?.() === true) return true
		if (model.list !== undefined && model.list.filter !== '') {
			model.list.setFilter('')
			return true
		}
		if (this.pages.length === 1) return false
		this.pages = this.pages.slice(0, -1)
		this.refresh()
		return true
	}

	/** Goes one level down. */
	go(page: Page): void {
		this.pages = [...this.pages, page]
		this.refresh()
	}

	/** Starts again at the top. */
	restart(): void {
		this.hasLoggedOut ||= this.account !== undefined
		this.account = undefined
		this.#wasLoggedIn = this.service?.isLoggedIn === true
		this.pages = this.#wasLoggedIn ? [this.routes.projects()] : [this.routes.login()]
		if (!this.#wasLoggedIn) this.freshKeys.clear()
		this.refresh()
	}

	/** Reads the page again. The page shows errors with cause and next step. */
	refresh(): void {
		const { service } = this
		if (service === undefined) return
		if (service.isLoggedIn !== this.#wasLoggedIn) {
			this.restart()
			return
		}
		const { page } = this
		const reading = {}
		this.#reading = reading
		this.#readAt = this.app.clock()
		this.app.attempt(
			async () => {
				if (service.isLoggedIn) this.account ??= await service.account()
				await page.model.read()
				if (reading === this.#reading) this.problem = undefined
			},
			(error) => {
				if (reading !== this.#reading) return
				const hasEnded = this.#wasLoggedIn && !service.isLoggedIn
				if (!hasEnded) this.problem = error
				else {
					// The session has ended; the login page says so.
					this.restart()
					this.app.tell(error)
				}
			},
		)
	}

	/** Runs an action, shows a message, and reads the page again. */
	async act(work: () => Promise<unknown>, said: string): Promise<void> {
		await work()
		this.app.toast('good', said)
		this.refresh()
	}

	/** Whether the account may do something in a project, or why not. */
	may(project: EndpointsProject, action: Action): true | string {
		return allows(project.role, action) || `your role ${project.role} in this project does not allow this`
	}
}
