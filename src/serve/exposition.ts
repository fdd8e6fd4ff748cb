import type { Registry } from 'prom-client'

/** The registry as Prometheus reads it, without lines of no value: the library writes `Nan` for what is unmeasured. */
export async function exposition(registry: Registry): Promise<string> {
	const text = await registry.metrics()
	return text.replace(/^(?!#).* Nan$\n?/gm, '')
}
