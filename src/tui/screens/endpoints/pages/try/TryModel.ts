import { type CurlCall, curlLine, type EndpointsApplication, type TriedCall } from '../../../../../client/index.ts'
import type { TuiApp } from '../../../../app/TuiApp.ts'
import { ItemList } from '../../../../kit/models/ItemList.ts'
import { JsonTree } from '../../../../kit/models/JsonTree.ts'
import type { Movable } from '../../../../kit/models/List.ts'
import { parseJson } from '../../../../kit/text/jsonRows.ts'
import type { EndpointsModel } from '../../EndpointsModel.ts'
import type { PageActions, PageModel } from '../../PageModel.ts'
import { accountActions } from '../../parts/accountActions.ts'
import { TryParameters } from './TryParameters.ts'
import { askKey, editParameters, showValue } from './tryForms.ts'
import { type TryMethod, tryMethods } from './tryMethods.ts'

/** A raw reply and its browsable body. */
export interface TryReply {
	readonly method: string
	readonly call: TriedCall
	readonly body: unknown
	readonly tree: JsonTree
}

/** Calls the endpoint as a client of it would and keeps the last reply. */
export class TryModel implements PageModel {
	readonly crumb = 'try it'
	readonly isRead = true
	readonly app: TuiApp
	readonly application: EndpointsApplication
	readonly list = new ItemList<TryMethod>({
		items: () => tryMethods,
		keyOf: ({ name }) => name,
		texts: ({ name, about }) => [name, about],
	})
	readonly parameters: TryParameters
	reply: TryReply | undefined
	/** Whether a call is in progress. */
	isSending = false
	/** The keys are in the reply, no longer in the methods. */
	inReply = false
	readonly #model: EndpointsModel

	constructor(model: EndpointsModel, application: EndpointsApplication) {
		this.#model = model
		this.app = model.app
		this.application = application
		this.parameters = new TryParameters(model.app)
	}

	async read(): Promise<void> {}

	get movable(): Movable {
		return (this.inReply ? this.reply?.tree : undefined) ?? this.list
	}

	/** The selected method; under a filter that finds none, the first of all. */
	get method(): TryMethod {
		return this.list.selected ?? tryMethods[0]!
	}

	/** The key the console calls with; kept in memory alone. */
	get key(): string | undefined {
		return this.#model.freshKeys.get(this.application.id)
	}

	get needsKey(): boolean {
		return this.application.keyRequired && this.key === undefined
	}

	/** The current call, for a curl line. */
	get call(): CurlCall {
		const { method, application } = this
		const call = { url: application.url, method: method.name, params: this.parameters.of(method) }
		return application.keyRequired ? call : { ...call, key: 'none' }
	}

	actions(): PageActions {
		const { app, reply } = this
		return {
			...accountActions(this.#model),
			open: this.inReply
				? { title: 'fold, or the whole value', footer: 1, run: () => this.openRow() }
				: {
						title: 'call',
						footer: 1,
						can: () => !this.isSending || 'the last call is on its way',
						run: () => this.send(),
					},
			edit: { title: 'parameters', footer: 2, run: () => editParameters(app, this.parameters, this.method) },
			key: {
				title: this.key === undefined ? 'give a key' : 'another key',
				footer: this.needsKey ? 0 : 5,
				run: () => askKey(app, (key) => this.#model.freshKeys.set(this.application.id, key)),
			},
			earlier: {
				title: 'methods',
				...(this.inReply ? { footer: 2 } : {}),
				can: () => this.inReply || 'these are the methods',
				run: () => void this.back(),
			},
			later: {
				title: 'into the reply',
				...(reply === undefined || this.inReply ? {} : { footer: 2 }),
				can: () => reply !== undefined || 'no call was made yet',
				run: () => this.enterReply(),
			},
			curl: { footer: 3, run: () => app.copy(curlLine(this.call), 'curl line') },
			copy: {
				title: 'copy reply',
				footer: 4,
				can: () => reply !== undefined || 'no call was made yet',
				run: () => app.copy(reply?.call.body ?? '', 'reply'),
			},
		}
	}

	back(): boolean {
		const wasIn = this.inReply
		this.inReply = false
		return wasIn
	}

	/** The keys go to the reply. */
	enterReply(): void {
		this.inReply = this.reply !== undefined
	}

	/** Folds what opens in the selected row of the reply; of a value shows all. */
	openRow(): void {
		const tree = this.reply?.tree
		const row = tree?.selected
		if (row === undefined) return
		if (row.kind === 'open' || row.kind === 'folded' || row.kind === 'close') tree?.toggle()
		else showValue(this.app, row)
	}

	/** Calls the selected method. */
	async send(): Promise<void> {
		if (this.isSending) return
		const { method, key } = this
		this.isSending = true
		this.app.touch()
		try {
			const call = await this.#model.client.tryCall({
				url: this.application.url,
				method: method.name,
				params: this.parameters.of(method),
				...(key === undefined ? {} : { key }),
			})
			const body = parseJson(call.body)
			this.reply = { method: method.name, call, body, tree: new JsonTree(body) }
			this.parameters.seen(method, body)
		} finally {
			this.isSending = false
		}
	}
}
