import { BoundedCache } from '../../../util/BoundedCache.ts'
import widestLine from './widestLine.ts'

interface Size {
	readonly width: number
	readonly height: number
}

const sizes = new BoundedCache<Size>()
const nothing: Size = { width: 0, height: 0 }

/** Width and height of a text, for `ink/build/measure-text.js`, which caches every text forever (Ink issue 986). */
export default function measureText(text: string): Size {
	return text === '' ? nothing : sizes.get(text, measure)
}

function measure(text: string): Size {
	return { width: widestLine(text), height: text.split('\n').length }
}
