import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const folder = new URL('../../golden/store/', import.meta.url)

/** A recording of the real framework: JSON, compressed. */
export function recording<T>(name: string): T {
	return JSON.parse(gunzipSync(readFileSync(new URL(`${name}.json.gz`, folder))).toString()) as T
}

/** The bytes of a recorded file. */
export function recordedBytes(name: string): Buffer {
	return readFileSync(new URL(name, folder))
}
