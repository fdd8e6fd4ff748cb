import type { ListCursor } from '../../../components/ListCursor.ts'
import type { Movable } from '../../ScreenModel.ts'

/** The moving keys over a list. */
export function listMovable(cursor: ListCursor): Movable {
	return {
		move: (delta) => cursor.move(delta),
		page: (pages) => cursor.page(pages),
		edge: (end) => cursor.select(end === 'first' ? 0 : cursor.count - 1),
	}
}
