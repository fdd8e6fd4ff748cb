import type { CallNode } from '../../../client/index.ts'
import { FoldedSections } from '../../kit/models/FoldedSections.ts'

/** A call tree that is shown. */
export class TracePage {
	readonly root: CallNode
	readonly title: string
	readonly sections = new FoldedSections()

	constructor(root: CallNode, title: string) {
		this.root = root
		this.title = title
	}
}
