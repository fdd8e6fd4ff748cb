import { hyperlink } from '../text/hyperlink.ts'
import { safeText } from '../text/safeText.ts'
import type { Theme } from '../theme/Theme.ts'

/** A row of the screen: coloured text of exactly the width of its view. */
export type Line = string

/** What a mouse click or wheel step on a region does. */
export interface HitRegion {
	readonly x: number
	readonly y: number
	readonly width: number
	readonly height: number
	readonly onClick?: (x: number, y: number) => void
	readonly onWheel?: (direction: -1 | 1) => void
}

/** The area a component draws into, and what it draws with. Drawing is a pure function of the model and the view. */
export interface View {
	readonly width: number
	readonly height: number
	readonly theme: Theme
	/** Milliseconds since the epoch, for ages. Steps once a second. */
	readonly now: number
	/** For screen readers: no frames, one thing below the other. */
	readonly plain: boolean
	/**
	 * A text that opens a URL when it is clicked, where the terminal is known to show links; the text alone elsewhere.
	 * Takes the cells of the text only, so it may be cut, padded, aligned and coloured like any other part of a row.
	 * Say the URL of something the app or its user made; a stranger's text is never a URL.
	 *
	 * @param text Safe to print, perhaps coloured; the URL itself by default.
	 */
	link(url: string, text?: string): string
	/** Makes a region of this view sensitive to the mouse; coordinates count from the view's own corner. */
	hit(region: HitRegion): void
	/** A view of a part of this one. */
	part(x: number, y: number, width: number, height: number): View
}

/** How a view differs from a plain terminal's. */
export interface ViewOptions {
	/** See `View.plain`. */
	readonly plain?: boolean
	/** The terminal shows links. */
	readonly links?: boolean
}

/** A view that collects its sensitive regions, in screen coordinates, into `regions`. */
export function createView(
	area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
	theme: Theme,
	now: number,
	regions: HitRegion[],
	options: ViewOptions = {},
): View {
	return {
		width: area.width,
		height: area.height,
		theme,
		now,
		plain: options.plain === true,
		link: (url, text = safeText(url, 200)) => (options.links === true ? hyperlink(url, text) : text),
		hit: (region) => {
			regions.push({ ...region, x: area.x + region.x, y: area.y + region.y })
		},
		part: (x, y, width, height) =>
			createView({ x: area.x + x, y: area.y + y, width, height }, theme, now, regions, options),
	}
}
