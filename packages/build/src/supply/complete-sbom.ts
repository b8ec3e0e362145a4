const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Sbom {
  readonly text: string;
  readonly components: number;
}

/**
 * Checks the output of `npm sbom`, replaces the folder's name by the product's, and removes download URLs. Throws if it lists
 * no component.
 */
export function completeSbom(printed: string, product: string): Sbom {
  const sbom: unknown = JSON.parse(printed);
  if (!isRecord(sbom) || sbom['bomFormat'] !== 'CycloneDX' || !isRecord(sbom['metadata']))
    throw new Error('npm sbom printed no CycloneDX document');
  const { metadata, components } = sbom;
  if (!Array.isArray(components) || components.length === 0)
    throw new Error('npm sbom lists no component: run npm ci first');
  const root = isRecord(metadata['component']) ? metadata['component'] : {};
  const withoutSource = components
    .filter(isRecord)
    .map((component) => ({ ...component, externalReferences: undefined }));
  const complete = {
    ...sbom,
    metadata: { ...metadata, component: { ...root, name: product } },
    components: withoutSource,
  };
  return { text: `${JSON.stringify(complete, null, 2)}\n`, components: withoutSource.length };
}
