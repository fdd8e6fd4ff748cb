import { cellWidth } from '../kit/text/cells.ts'
import type { ChartSpan } from './ChartSpan.ts'

/** Text at the upper right of a chart: a figure and the spans, as far as there is room. */
export function chartRemark(figure: string, { remark, span }: ChartSpan, room: number): string {
	const join = (spans: string): string => [figure, spans].filter((part) => part !== '').join(' · ')
	const texts = [join(remark), join(`[${span.name}]`), figure === '' ? `[${span.name}]` : figure]
	return texts.find((text) => cellWidth(text) <= room) ?? ''
}
